import { expect, test } from 'vitest';
import {
  afterAnswer,
  afterFailure,
  afterOffline,
  afterOnline,
  type Connection,
  connected,
} from './connection.rules.ts';

type Event = (connection: Connection) => Connection;
const fails = afterFailure;
const offline = afterOffline;
const online = afterOnline;
/** An answer at 12 o'clock to what was sent after so many cuts. */
const answerTo =
  (cuts: number): Event =>
  (connection) =>
    afterAnswer(connection, cuts, 12);

test.each<[string, readonly Event[], number | undefined]>([
  ['nothing happened', [], undefined],
  ['the server answers', [answerTo(0)], undefined],
  ['a request finds no server', [fails], 9],
  ['a request finds no server, after others did not', [fails, fails], 9],
  ['the device loses its network', [offline], 9],
  ['the device loses its network after the server was lost', [fails, offline], 9],
  ['what is shown is as old as the last answer', [answerTo(0), offline], 12],
  ['a request sent before the cut is answered after it', [offline, answerTo(0)], 9],
  ['a request sent before the server was lost is answered after it', [fails, answerTo(0)], 9],
  ['a request is answered while the device has no network', [offline, answerTo(1)], 9],
  ['the network is there again, and nobody has answered yet', [offline, online], 9],
  ['the network is there again, and what is answered was sent before the cut', [offline, online, answerTo(0)], 9],
  ['the network is there again, and the server answers', [offline, online, answerTo(1)], undefined],
  [
    'the network is there again, a request of meanwhile fails, and the server answers',
    [offline, online, fails, answerTo(1)],
    undefined,
  ],
  ['the server is there again', [fails, answerTo(1)], undefined],
  ['the server is lost again', [fails, answerTo(1), fails], 12],
  [
    'the network goes and comes twice, and what is answered was sent between',
    [offline, online, offline, online, answerTo(1)],
    9,
  ],
])('cut or not: %s', (_case, events, since) => {
  expect(events.reduce((connection, event) => event(connection), connected(9)).cutSince).toBe(since);
});
