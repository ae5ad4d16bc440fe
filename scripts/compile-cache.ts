import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Types are stripped and code is compiled once for each version of a file: a server, and every thread that reads a
// workbook, begins in a third of the time. Children and threads find the place in the environment.
process.env['NODE_COMPILE_CACHE'] ??= path.resolve(import.meta.dirname, '../.cache/compiled');
enableCompileCache(process.env['NODE_COMPILE_CACHE']);
