import { afterAll } from 'vitest';
import './one-connection.ts';
import { dropDatabases } from './postgres.ts';

// Hooks run last in, first out: this one, of every file, after those in which the file closes its connections.
afterAll(dropDatabases);
