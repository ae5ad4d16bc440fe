import { afterAll } from 'vitest';
import { refusalsMade } from '../../kernel/core/refusal.ts';
import { writeRefusals } from './refusals.ts';

afterAll(() => writeRefusals(refusalsMade()));
