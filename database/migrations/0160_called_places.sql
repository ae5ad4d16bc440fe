-- A place the database named itself, by its English words for their readers; every other place by its own name.
create function called(place stock_location) returns text language sql stable parallel safe as $$
  select case when current_setting('app.language', true) is distinct from 'en' then place.name
    when place.kind = 'in-transit' then regexp_replace(place.name, '^在途', 'In transit')
    when place.kind = 'pass-through' then 'Direct delivery posting'
    else place.name end
$$;
