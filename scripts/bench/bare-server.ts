/**
 * The least that answers a page over HTTP: node:http, pg and one statement, planned once a connection. Arguments:
 * address of the database, the statement.
 */
import http from 'node:http';
import pg from 'pg';

const [url, statement] = process.argv.slice(2) as [string, string];
const pool = new pg.Pool({ connectionString: url, max: 12 });

const server = http.createServer((request, response) => {
  const query = new URL(request.url!, 'http://bare').searchParams;
  pool
    .query<{ answer: string }>({
      name: 'page',
      text: statement,
      values: [query.get('materialTypeId'), query.get('materialKind'), `%${query.get('name') ?? ''}%`],
    })
    .then(
      ({ rows }) => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(rows[0]!.answer),
      (error: Error) => response.writeHead(500).end(error.message),
    );
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`));
process.on('SIGTERM', () => process.exit(0));
