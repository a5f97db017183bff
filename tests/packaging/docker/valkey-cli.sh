#!/bin/bash
# As much of `valkey-cli` as the health check of compose.yaml needs: ping.
exec 3<>/dev/tcp/127.0.0.1/6379
printf 'PING\r\n' >&3
read -r answer <&3
[[ $answer == +PONG* ]] && echo PONG
