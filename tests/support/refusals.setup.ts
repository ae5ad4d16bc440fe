import { afterAll } from 'vitest';
import { refusalsMade } from '../../kernel/core/refusal.ts';
import { keepRefusals } from './refusals.ts';

afterAll(() => keepRefusals(refusalsMade()));
