-- How often does each bot win?
-- Method: seats that a bot held at the end of a game with a result. The interval is Wilson's at 95 %. Who sat against whom is not
-- taken out, so bots are compared only where they met the same opponents.
WITH counted AS (
    SELECT g.ruleset, s.bot, count(*) AS n, sum((s.place = 1)::INTEGER) AS wins, avg((s.place = 1)::INTEGER) AS p
    FROM games g JOIN seats s USING (game)
    WHERE s.bot <> '' AND s.place IS NOT NULL
    GROUP BY ALL
)
SELECT ruleset, bot, n, wins, round(p, 4) AS share,
       round(((p + 1.9208 / n) - 1.96 * sqrt(p * (1 - p) / n + 0.9604 / (n * n))) / (1 + 3.8416 / n), 4) AS low,
       round(((p + 1.9208 / n) + 1.96 * sqrt(p * (1 - p) / n + 0.9604 / (n * n))) / (1 + 3.8416 / n), 4) AS high
FROM counted ORDER BY ruleset, bot
