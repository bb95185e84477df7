"""What the pages of all apps share, independent of models: amounts, dates, lists, charts, spreadsheets, answers to forms."""
