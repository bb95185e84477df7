"""Page components shared by all apps, independent of models: amounts, dates, lists, charts, spreadsheets, form responses."""
