-- What do the rules refuse most?
-- Method: refused commands, by ruleset of the game and code, beside all commands of that ruleset.
WITH whole AS (SELECT g.ruleset, count(*) AS commands FROM commands c JOIN games g USING (game) GROUP BY ALL)
SELECT g.ruleset, c.code, count(*) AS n, any_value(w.commands) AS commands,
       round(count(*) / any_value(w.commands), 6) AS share
FROM commands c JOIN games g USING (game) JOIN whole w USING (ruleset)
WHERE c.outcome = 'refused'
GROUP BY ALL ORDER BY g.ruleset, n DESC, c.code
