"""Resources for anybody."""

from django.urls import path

from api.views import documentation, fairness, policies, rule_sets, tables, verification

urlpatterns = [
    path("schema", documentation.show_schema, name="schema"),
    path("docs", documentation.show_documentation, name="docs"),
    path("documents", policies.PoliciesView.as_view(), name="documents"),
    path("tables", tables.ListTablesView.as_view(), name="tables"),
    path("tables/<slug:table>", tables.GetTableView.as_view(), name="table"),
    path("rule-sets/<str:hash>", rule_sets.RuleSetView.as_view(), name="rule_set"),
    path("rule-sets/<str:hash>/returns", rule_sets.ReturnsView.as_view(), name="returns"),
    path("rule-sets/<str:hash>/chart", rule_sets.ChartView.as_view(), name="chart"),
    path("fairness/log", fairness.LogView.as_view(), name="fairness_log"),
    path("fairness/shoes", fairness.ShoesView.as_view(), name="closed_shoes"),
    path("verify", verification.VerifyView.as_view(), name="verify"),
]
