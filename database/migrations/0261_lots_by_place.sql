-- Where a lot lies, and what of it lies at one place: a lot that lies at hundreds of places is found at one of them
-- without passing the others. The unique key by place serves the same question; whichever the planner takes is right.
drop index stock_batch_batch_ix;
create index stock_batch_batch_ix on stock_batch (tenant_id, batch_id, location_id);
