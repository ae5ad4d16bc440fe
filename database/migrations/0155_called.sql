-- What a reader of English calls a unit: by its symbol (kg, box), where it has one. Other readers call it by its name.
create function called(unit material_unit) returns text language sql stable parallel safe as $$
  select case when current_setting('app.language', true) = 'en' and unit.symbol <> '' then unit.symbol
    else unit.name end
$$;
-- A material by its English name, where it has one.
create function called(goods material) returns text language sql stable parallel safe as $$
  select case when current_setting('app.language', true) = 'en' and goods.name_en <> '' then goods.name_en
    else goods.name end
$$;

-- Units of the trade that nobody gave a symbol get the one new tenants start with; materials are found by their English
-- names.
do $$
declare each text;
begin
  for each in select tenant_id from tenant loop
    execute format('set local app.tenant = %L', each);
    update material_unit u set symbol = f.symbol, search_text = u.search_text || ' ' || f.symbol
    from (values ('JIN', '斤', 'jin'), ('LIANG', '两', 'liang'), ('PCS', '个', 'pc'), ('DZ', '打', 'dozen'),
      ('PR', '双', 'pair'), ('SERVING', '份', 'portion'), ('XIANG', '箱', 'box'), ('JIAN', '件', 'case'),
      ('DAI', '袋', 'bag'), ('BAO', '包', 'packet'), ('PING', '瓶', 'bottle'), ('TONG', '桶', 'drum'),
      ('GUAN', '罐', 'can'), ('HE', '盒', 'carton'), ('TIAO', '条', 'strip'), ('ZHI', '只', 'each'),
      ('BAN', '板', 'tray')) as f(code, name, symbol)
    where u.code = f.code and u.name = f.name and u.symbol is null;
    update material set search_text = search_text || ' ' || lower(name_en) where name_en <> '';
  end loop;
  set local app.tenant = '';
end $$;
