"""Games read from the log and checked: loaded at the head, replayed step by step, verified."""
