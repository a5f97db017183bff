-- Does a seat win more often than its share?
-- Method: games with a result, by ruleset and number of seats. A shared first place counts for each who shares it. The interval
-- is Wilson's at 95 %. A `fair` outside of it hints at an advantage; of twenty seats about one is outside by chance.
WITH played AS (
    SELECT g.ruleset, g.seats, s.seat, (s.place = 1)::INTEGER AS won
    FROM games g JOIN seats s USING (game)
    WHERE s.place IS NOT NULL
), counted AS (
    SELECT ruleset, seats, seat, count(*) AS n, sum(won) AS wins, avg(won) AS p FROM played GROUP BY ALL
), shared AS (
    SELECT ruleset, seats, sum(wins) / sum(n) AS fair FROM counted GROUP BY ALL
)
SELECT ruleset, seats, seat, n, wins, round(p, 4) AS share, round(fair, 4) AS fair,
       round(((p + 1.9208 / n) - 1.96 * sqrt(p * (1 - p) / n + 0.9604 / (n * n))) / (1 + 3.8416 / n), 4) AS low,
       round(((p + 1.9208 / n) + 1.96 * sqrt(p * (1 - p) / n + 0.9604 / (n * n))) / (1 + 3.8416 / n), 4) AS high
FROM counted JOIN shared USING (ruleset, seats)
ORDER BY ruleset, seats, seat
