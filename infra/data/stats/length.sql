-- How long do games last?
-- Method: games with a result, by ruleset and number of seats. Quantiles of steps, turns and minutes; no interval, they are not
-- estimates of anything but these games.
SELECT ruleset, seats, count(*) AS n,
       quantile_disc(steps, 0.5) AS steps_half, quantile_disc(steps, 0.9) AS steps_most,
       quantile_disc(turns, 0.5) AS turns_half, quantile_disc(turns, 0.9) AS turns_most,
       round(quantile_disc(ended_us - opened_us, 0.5) / 60000000.0, 2) AS minutes_half
FROM games WHERE phase = 'over'
GROUP BY ALL ORDER BY ruleset, seats
