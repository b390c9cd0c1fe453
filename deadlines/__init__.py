"""New York's petition and certificate filing deadlines, computed from Election Law § 6-158.

Data goes one way: content/ -> records -> timetable -> outputs -> publish. In the order in which
they know each other: model, rules, days, law, content, rollover, timetable, check, explain; then
feeds, data and pages, one module an output; then publish.
"""
