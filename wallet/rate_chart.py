"""A currency's rates over time as a chart."""
