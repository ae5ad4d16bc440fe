/**
 * The least that writes documents over HTTP: node:http, pg and one statement a call, planned once a connection.
 * Arguments: address of the database, options of its sessions, the statements by path as JSON. The body of a call is
 * the parameter of its statement.
 */
import http from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';

const [url, options, statements] = process.argv.slice(2) as [string, string, string];
const byPath = new Map(Object.entries(JSON.parse(statements) as Readonly<Record<string, string>>));
const pool = new pg.Pool({ connectionString: url, options, max: 12 });

const server = http.createServer((request, response) => {
  void (async () => {
    try {
      const path = request.url!.slice(1);
      const { rows } = await pool.query({ name: path, text: byPath.get(path)!, values: [await text(request)] });
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: rows[0] ?? null }));
    } catch (error) {
      response.writeHead(500).end((error as Error).message);
    }
  })();
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`));
process.on('SIGTERM', () => process.exit(0));
