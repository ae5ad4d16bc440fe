import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import { useLabel, useLanguage, useWords, type Words } from '../../parts/language/language.ts';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { type Card, type CardKey, cards, partLabels } from './cards.ts';
import { request } from '../../kernel/web/request.ts';
import { amountText, centsText } from '../../parts/quantities/amount.rules.ts';
import { consoleCalls } from './console.calls.ts';
import { consoleTexts } from './console.texts.ts';
import { type FigureTable, largest, shareOf, tableOf } from './figures.rules.ts';

export type Shown = Card & { readonly key: CardKey };
const KEEP_MS = 60_000;

/** The figures this person may see; nothing else is asked for. */
export function useCards(): readonly Shown[] {
  const codes = useAllowedCodes();
  return useMemo(
    () =>
      (cards as readonly Shown[]).filter(({ rights }) => codes.size > 0 && rights.every((right) => codes.has(right))),
    [codes],
  );
}

/** What a figure of the console answers, also as a table; kept for a while, since counting costs. */
export function useFigure({ key }: Shown) {
  const language = useLanguage();
  const { data, isLoading, isError, refetch } = useQuery({
    queryKey: ['list', 'console', key, language],
    queryFn: ({ signal }) => request(consoleCalls[key], {}, { signal }),
    staleTime: KEEP_MS,
  });
  const table = useMemo(() => (data === undefined ? undefined : tableOf(data)), [data]);
  return { figures: data, table, isLoading, isError, refetch };
}

/** How the numbers of a figure are written: in full, in a column, and short on an axis. */
export function useNumbers({ unit }: Shown) {
  const language = useLanguage();
  return useMemo(() => {
    const locale = language === 'zh' ? 'zh-CN' : 'en';
    const digits = unit === 'percent' ? 1 : 0;
    const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const [full, short] = [
      new Intl.NumberFormat(locale, places),
      new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
    ];
    // Text is written as it stands, to the last digit.
    const plain = (value: string): string => full.format(value as `${number}`);
    return {
      /** Alone, in a tile or a sentence. */
      full: unit === 'money' ? amountText : plain,
      /** Under a heading with the unit. */
      inColumn: unit === 'money' ? centsText : plain,
      short: (value: string) => `${short.format(value as `${number}`)}${unit === 'percent' ? '%' : ''}`,
    };
  }, [language, unit]);
}

const MONTH_AND_DAY = 5;

/** What groups and parts are called. */
export function useNames(card: Shown) {
  const word = useWords(consoleTexts);
  const label = useLabel();
  return useMemo(
    () => ({
      groupName: ({ key, name }: FigureTable['groups'][number]): string => {
        if (card.key === 'expiring' && key === 'expired') return word('past');
        if (card.key === 'ready') return word('gate', { gate: name });
        if (card.key === 'warnings' && key === 'other') return label(partLabels['other-materials']);
        if (/^\d{4}-\d\d-\d\d$/.test(name))
          return card.key === 'spend' ? word('weekOf', { day: name.slice(MONTH_AND_DAY) }) : name.slice(MONTH_AND_DAY);
        return name === '' ? label(partLabels.none) : name;
      },
      partName: ({ key, name }: FigureTable['parts'][number]): string =>
        name ?? (key in partLabels ? label(partLabels[key as keyof typeof partLabels]) : key),
      unit: word(
        card.unit === 'count'
          ? `unit.count.${card.key as 'received' | 'cover' | 'expiring' | 'ready' | 'approvals'}`
          : `unit.${card.unit}`,
      ),
    }),
    [card, word, label],
  );
}

const expiringWords = (
  word: Words<keyof typeof consoleTexts>,
  write: (value: Decimal) => string,
  expired: Decimal,
  soon: Decimal,
): string => word(expired.isZero() ? 'expiring.none' : 'expiring', { count: write(expired), soon: write(soon) });

/** The figure in one sentence. */
export function useFinding(card: Shown, table: FigureTable | undefined): string {
  const word = useWords(consoleTexts);
  const { full } = useNumbers(card);
  const { groupName, partName } = useNames(card);
  if (table === undefined || table.parts.length === 0) return '';
  const { total } = table;
  const write = (value: Decimal): string => full(value.toString());
  const parts = (...keys: readonly string[]): Decimal => Decimal.sum(keys.map((key) => table.ofPart(key)));
  switch (card.key) {
    case 'spend': {
      const top = largest(
        table.parts.filter(({ key }) => key !== 'other'),
        ({ key }) => table.ofPart(key),
      )!;
      return word('spend', { total: write(total), top: partName(top.of), share: shareOf(top.value, total).toString() });
    }
    case 'warnings':
    case 'ready': {
      const top = largest(
        table.groups.filter(({ key }) => key !== 'other'),
        ({ key }) => table.ofGroup(key),
      )!;
      const named = card.key === 'ready' ? top.of.name : groupName(top.of);
      return word(card.key, { total: write(total), top: named, value: write(top.value) });
    }
    case 'received':
      return word('received', {
        total: write(total),
        share: shareOf(parts('as-ordered'), total).toString(),
        count: write(total.minus(parts('as-ordered'))),
      });
    case 'food-cost': {
      const above = table.groups.filter(
        ({ key }) =>
          table.at(key, 'target') !== undefined && table.at(key, 'actual')!.isAbove(table.at(key, 'target')!),
      );
      const top = largest(table.groups, ({ key }) => table.at(key, 'actual') ?? Decimal.zero)!;
      return word(above.length > 0 ? 'food-cost.over' : 'food-cost.within', {
        count: above.length,
        top: groupName(top.of),
        value: write(top.value),
      });
    }
    case 'stall-cost': {
      const top = largest(table.groups, ({ key }) => table.at(key, 'actual') ?? Decimal.zero)!;
      return word('stall-cost', { top: groupName(top.of), value: write(top.value) });
    }
    case 'cover':
      return word('cover', { total: write(total), open: write(parts('open')) });
    case 'waste': {
      const top = largest(table.parts, ({ key }) => table.ofPart(key))!;
      return word('waste', { total: write(total), top: partName(top.of), value: write(top.value) });
    }
    case 'stock':
      return word('stock', {
        total: write(total),
        count: write(parts('near', 'expired')),
        share: shareOf(parts('near', 'expired'), total).toString(),
      });
    case 'expiring':
      return expiringWords(word, write, parts('expired'), parts('soon'));
    case 'meals': {
      const top = largest(table.groups, ({ key }) => table.ofGroup(key))!;
      return word('meals', { total: write(total), top: groupName(top.of), value: write(top.value) });
    }
    case 'approvals':
      return word('approvals', { total: write(total), count: write(parts('week', 'older')) });
  }
}

/** The one number of a figure for whoever only glances. */
export function useHeadline(
  card: Shown,
  table: FigureTable | undefined,
): { readonly value: string; readonly unit: string } | undefined {
  const { full } = useNumbers(card);
  const names = useNames(card);
  const word = useWords(consoleTexts);
  // An amount says itself what it is.
  const unit = card.unit === 'money' ? '' : names.unit;
  if (table === undefined) return undefined;
  if (table.parts.length === 0) return { value: '–', unit: '' };
  const percent = { unit: word('unit.percent') };
  switch (card.key) {
    case 'received':
      return { value: shareOf(table.ofPart('as-ordered'), table.total).toString(), ...percent };
    case 'food-cost':
    case 'stall-cost':
      return {
        value: full(largest(table.groups, ({ key }) => table.at(key, 'actual') ?? Decimal.zero)!.value.toString()),
        ...percent,
      };
    case 'cover':
      return { value: full(table.ofPart('open').toString()), unit };
    case 'expiring':
      return { value: full(table.ofPart('soon').toString()), unit };
    case 'ready':
      return { value: full(table.ofGroup('plan').toString()), unit };
    case 'spend':
    case 'warnings':
    case 'stock':
    case 'waste':
    case 'meals':
    case 'approvals':
      return { value: full(table.total.toString()), unit };
  }
}
