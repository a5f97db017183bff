-- Which bot places before which?
-- Method: every pair of seats of one game that two bots held at its end, the bot with the earlier name first; a shared place counts
-- as half. The interval is Wilson's at 95 %. Pairs of one game hang together, so with many seats it is a little too narrow.
WITH held AS (
    SELECT g.ruleset, g.game, s.bot, s.place FROM games g JOIN seats s USING (game) WHERE s.bot <> '' AND s.place IS NOT NULL
), counted AS (
    SELECT ruleset, one.bot AS bot, other.bot AS against, count(*) AS n,
           avg(CASE WHEN one.place < other.place THEN 1 WHEN one.place = other.place THEN 0.5 ELSE 0 END) AS p
    FROM held one JOIN held other USING (ruleset, game)
    WHERE one.bot < other.bot
    GROUP BY ALL
)
SELECT ruleset, bot, against, n, round(p, 4) AS share,
       round(((p + 1.9208 / n) - 1.96 * sqrt(p * (1 - p) / n + 0.9604 / (n * n))) / (1 + 3.8416 / n), 4) AS low,
       round(((p + 1.9208 / n) + 1.96 * sqrt(p * (1 - p) / n + 0.9604 / (n * n))) / (1 + 3.8416 / n), 4) AS high
FROM counted ORDER BY ruleset, bot, against
