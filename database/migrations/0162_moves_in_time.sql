-- Every list of moves begins with the latest: found at its end, however many there are.
create index stock_move_time_ix on stock_move (tenant_id, business_time, id);
