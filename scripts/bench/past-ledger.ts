/**
 * Years of moves. What the ledger holds happens again and again before it began: each time everything comes in, moves,
 * and at the end whatever is left is written off, so that every balance, average and proof stays as it is.
 */
import type pg from 'pg';
import { TENANT } from '../../tests/support/sample.ts';
import { copyTable, countOf, type Past } from './past-copy.ts';

/** Moves with their standing in the average, in the order of the ledger, and the write-offs that end a time. */
export async function rememberLedger(client: pg.Client): Promise<void> {
  await client.query(`
    create temporary table past_moves as
      select m.*, c.avg_unit_cost, c.avg_amount, c.running_qty, c.running_value, c.residue, c.taken_before, c.undone,
        c.held_qty, c.held_aux_qty, c.held_amount, 0::bigint as rank, 1 as weight
      from stock_move m join stock_move_cost c on c.tenant_id = m.tenant_id and c.move_id = m.id
      where m.tenant_id = '${TENANT}'`);
  await client.query(`
    with lots as (
      select location_id, material_id, batch_id, sum(qty) as qty, sum(aux_qty) as aux, sum(amount) as amount
      from past_moves group by 1, 2, 3 having sum(qty) <> 0),
    last as (
      select distinct on (location_id, material_id) p.location_id, p.material_id, p as move, p.running_qty,
        p.running_value, p.avg_unit_cost, p.held_qty, p.held_aux_qty, p.held_amount
      from past_moves p order by location_id, material_id, business_time desc, seq desc),
    taken as (
      select l.*, s.move, s.running_qty, s.running_value, s.avg_unit_cost, new_id() as id,
        sum(l.qty) over following as taken, s.held_qty - sum(l.qty) over following as held_qty,
        s.held_aux_qty - sum(l.aux) over following as held_aux_qty,
        s.held_amount - sum(l.amount) over following as held_amount
      from lots l join last s using (location_id, material_id)
      window following as (partition by l.location_id, l.material_id order by l.batch_id)),
    left_over as (
      select t.*, row_number() over (order by t.id) as nr, case when taken = qty then running_value else
        running_value - round(round((taken - qty) * avg_unit_cost, 12), 2) end as value_before,
        case when taken = running_qty then 0 else
        running_value - round(round(taken * avg_unit_cost, 12), 2) end as value_left
      from taken t)
    insert into past_moves select r.* from left_over l, lateral jsonb_populate_record(l.move, jsonb_build_object(
      'id', l.id, 'line_id', l.id, 'seq', 9000000000000 + l.nr, 'batch_id', l.batch_id,
      'qty', -l.qty, 'aux_qty', -l.aux, 'amount', -l.amount, 'unit_cost', round(l.amount / l.qty, 6),
      'reason', 'count.loss', 'reason_detail', null, 'counter_location_id', null, 'counter_party', null,
      'settlement_price', null, 'settlement_amount', null, 'reverses_move_id', null,
      'business_time', (select max(business_time) + interval '1 second' from past_moves),
      'avg_amount', l.value_left - l.value_before, 'running_qty', l.running_qty - l.taken,
      'running_value', l.value_left, 'residue', 0, 'taken_before', l.taken - l.qty, 'undone', false,
      'held_qty', l.held_qty, 'held_aux_qty', l.held_aux_qty, 'held_amount', l.held_amount)) r`);
  await client.query(`
    insert into past_ids select id, id::text from past_moves on conflict do nothing;
    update past_moves p set rank = o.rank
      from (select id, row_number() over (order by business_time, seq) as rank from past_moves) o where o.id = p.id`);
}

/**
 * Copies the ledger until it holds `wanted` moves, half of them of one material; answers which, and how many there are.
 */
export async function copyLedger(past: Past, wanted: number): Promise<{ materialId: string; moves: number }> {
  const { client } = past;
  const {
    rows: [most],
  } = await client.query<{ id: string; moves: string; all: string }>(
    `select material_id::text as id, count(*) as moves, (select count(*) from past_moves) as all
      from past_moves group by 1 order by count(*) desc, 1 limit 1`,
  );
  const others = Number(most!.all) - Number(most!.moves);
  const weight = Math.max(1, Math.round(others / Number(most!.moves)));
  const copies = Math.max(1, Math.round(wanted / (others + weight * Number(most!.moves))));
  await client.query(`update past_moves set weight = ${weight} where material_id = ${most!.id}; analyze past_moves`);
  const ofLots = { copies, weight: `case when t.material_id = ${most!.id} then ${weight} else 1 end` };
  await copyTable(past, 'batch', ofLots);
  await copyTable(past, 'stock_batch', {
    ...ofLots,
    closed: { qty: '0', aux_qty: '0', reserved_qty: '0', amount: '0' },
  });
  const {
    rows: [time],
  } = await client.query<{ from: string; span: string }>(
    `select min(business_time)::text as from, extract(epoch from max(business_time) - min(business_time)) + 1 as span
      from past_moves`,
  );
  // A time is as long as fits in, and its moves lie in it in their order.
  const happened = `timestamptz '${time!.from}' - make_interval(secs => ((g.g - extract(epoch from t.business_time -
    timestamptz '${time!.from}') / ${time!.span}) * ${past.days * 86_400} / (${copies} * t.weight))::double precision)
    - interval '1 second'`;
  await copyTable(past, 'stock_move', {
    copies,
    weight: 't.weight',
    from: 'past_moves',
    closed: {
      seq: `t.rank - g.g::bigint * ${Number(most!.all) * 2 + 1}`,
      business_time: happened,
      posted_time: happened,
    },
  });
  await copyTable(past, 'stock_move_cost', {
    copies,
    weight: 't.weight',
    from: '(select p.*, p.id as move_id from past_moves p)',
  });
  return { materialId: most!.id, moves: await countOf(client, 'stock_move') };
}
