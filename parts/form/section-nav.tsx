import { useEffect, useRef, useState } from 'react';
import { useWords } from '../language/language.ts';
import { reach } from './reach.ts';
import { formTexts } from './texts.ts';
import './form.css';

interface FormSection {
  /** Of the element that holds its fields. */
  readonly id: string;
  readonly title: string;
  /** How many of its fields are to be corrected. */
  readonly faults: number;
}

/** The section whose beginning was scrolled past last; at the very end of the form the last one. */
function sectionInSight(sections: readonly Element[], nav: Element, scrolls: Element): number {
  if (scrolls.scrollTop > 0 && scrolls.scrollTop + scrolls.clientHeight >= scrolls.scrollHeight - 2)
    return sections.length - 1;
  const edge = nav.getBoundingClientRect().bottom + 16;
  return Math.max(
    0,
    sections.findLastIndex((section) => section.getBoundingClientRect().top <= edge),
  );
}

/** The sections of a long form, to jump to by click or Tab and Enter, and from one to the next by Alt and page keys. */
export function SectionNav({ sections }: { readonly sections: readonly FormSection[] }) {
  const word = useWords(formTexts);
  const nav = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(0);
  const jumping = useRef<number>(undefined);
  const ids = sections.map(({ id }) => id).join(' ');
  const elements = (): Element[] => ids.split(' ').flatMap((id) => document.getElementById(id) ?? []);
  const jump = (at: number): void => {
    jumping.current = at;
    setCurrent(at);
    reach(elements()[at], 'start');
  };
  const latest = useRef({ elements, jump });
  latest.current = { elements, jump };
  useEffect(() => {
    const form = nav.current?.closest('form');
    const scrolls = nav.current?.parentElement;
    if (nav.current === null || form === null || form === undefined || scrolls === null || scrolls === undefined)
      return undefined;
    const bar = nav.current;
    const look = (): void => {
      const jumped = jumping.current;
      jumping.current = undefined;
      setCurrent(jumped ?? sectionInSight(latest.current.elements(), bar, scrolls));
    };
    const step = (event: KeyboardEvent): void => {
      if (!event.altKey || (event.key !== 'PageDown' && event.key !== 'PageUp')) return;
      event.preventDefault();
      const all = latest.current.elements();
      const here = all.findIndex((section) => section.contains(document.activeElement));
      const next = Math.max(0, here) + (event.key === 'PageDown' ? 1 : -1);
      latest.current.jump(Math.min(all.length - 1, Math.max(0, next)));
    };
    scrolls.addEventListener('scroll', look, { passive: true });
    form.addEventListener('keydown', step);
    return () => {
      scrolls.removeEventListener('scroll', look);
      form.removeEventListener('keydown', step);
    };
  }, []);
  return (
    <nav ref={nav} className="form-sections" aria-label={word('sections')} title={word('sections.keys')}>
      {sections.map(({ id, title, faults }, at) => (
        <button
          key={id}
          type="button"
          className={faults > 0 ? 'is-wrong' : ''}
          aria-label={faults > 0 ? word('sections.faults', { title, count: faults }) : title}
          {...(at === current ? { 'aria-current': 'location' as const } : {})}
          onClick={() => jump(at)}
        >
          {title}
          {faults > 0 && <span className="figures">{faults}</span>}
        </button>
      ))}
    </nav>
  );
}
