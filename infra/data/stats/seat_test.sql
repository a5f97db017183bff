-- Do the seats differ by more than chance?
-- Method: a permutation test for each ruleset and number of seats. The statistic is the sum over seats of (wins - fair) squared by
-- fair. In each of 999 rounds every game is turned round its table by a number of seats that follows from its id and the round, so
-- all seats are alike there. p is the share of rounds, the real one among them, with a statistic at least as large. It says how
-- rare such a difference is by chance alone, and not how large it is: `seats` has that. Who chose their seats is not taken out.
WITH winners AS (
    SELECT g.ruleset, g.seats, g.game, s.seat,
           ('0x' || substr(md5(g.game::VARCHAR), 1, 7))::BIGINT AS a, ('0x' || substr(md5(g.game::VARCHAR), 8, 7))::BIGINT AS b
    FROM games g JOIN seats s USING (game)
    WHERE s.place = 1
), turned AS (
    SELECT ruleset, seats, r, CASE WHEN r = 0 THEN seat ELSE (seat + (a * r + b) % 2147483647 % seats) % seats END AS seat
    FROM winners, range(1000) AS round (r)
), counted AS (
    SELECT ruleset, seats, r, seat, count(*) AS wins FROM turned GROUP BY ALL
), rounds AS (
    SELECT ruleset, seats, r, sum(wins) AS wins, sum(wins * wins)::DOUBLE AS squares FROM counted GROUP BY ALL
), compared AS (
    SELECT ruleset, seats, wins, squares, max(squares) FILTER (r = 0) OVER (PARTITION BY ruleset, seats) AS of_real FROM rounds
)
SELECT ruleset, seats, (SELECT count(DISTINCT w.game) FROM winners w WHERE (w.ruleset, w.seats) = (c.ruleset, c.seats)) AS n,
       round(any_value(of_real) * seats / any_value(wins) - any_value(wins), 4) AS statistic, count(*) - 1 AS rounds,
       round(count(*) FILTER (squares >= of_real) / count(*), 4) AS p
FROM compared c GROUP BY ruleset, seats ORDER BY ruleset, seats
