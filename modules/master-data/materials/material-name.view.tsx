import { useLanguage } from '../../../parts/language/language.ts';

interface Named {
  readonly name: string;
  readonly nameEn?: string | null;
}

/** What a reader calls a material: readers of English by its English name, where it has one. */
export function useMaterialName(): (row: Named) => string {
  const isEnglish = useLanguage() === 'en';
  return ({ name, nameEn }) => (isEnglish && nameEn ? nameEn : name);
}

/** A material with its specification; its own name beside the one readers of English call it by. */
export function MaterialName({ of: row }: { readonly of: Named & { readonly spec: string | null } }) {
  const called = useMaterialName()(row);
  return (
    <span className="material-name">
      {called}
      {called !== row.name && <span className="soft"> {row.name}</span>}
      {row.spec !== '' && <span className="soft"> {row.spec}</span>}
    </span>
  );
}
