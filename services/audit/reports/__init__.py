"""The five complaints that leagues get, each as a report that says what the log and the evidence beside it have.

A report is canonical JSON, made from the log and the evidence tables alone: made twice it is the same bytes. It names
seats by number and persons by id, so that it stays true when somebody is renamed or erased. It decides nothing.
"""
