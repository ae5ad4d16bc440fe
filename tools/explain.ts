/** `npm run explain material`: everything derived from one declaration. No magic without a print-out. */
import { modules } from '../modules/modules.ts';
import { declaredCalls } from '../kernel/server/declared-calls.ts';
import { schemaOf, targetTableOf } from './schema/schema-of.ts';
import type { Field, Fields } from '../kernel/core/field.ts';
import { offlineProgram } from './offline-program.ts';

const name = process.argv[2];
const { registry, calls } = offlineProgram();
const declaration = registry.declarations.find((each) => each.name === name || each.segment === name);
if (declaration === undefined) {
  process.stderr.write(
    `Nothing is called ${name ?? '(nothing given)'}. There are:\n${modules.map((module) => `  ${module.name}: ${module.declarations.map((each) => each.name).join(', ')}`).join('\n')}\n`,
  );
  process.exit(1);
}

const lines: string[] = [];
const heading = (text: string): void => void lines.push('', text, '-'.repeat(text.length));
const describe = (field: Field): string => {
  const { rules } = field;
  const words = [
    field.kind,
    rules.target && `→ ${rules.target}`,
    rules.unit && `in ${rules.unit}`,
    !field.optional && !rules.readonly && rules.default === undefined && 'required',
    rules.default !== undefined && `default ${JSON.stringify(rules.default)}`,
    rules.unique && 'unique',
    rules.fixed && 'fixed',
    rules.readonly && 'readonly',
    rules.computed && 'computed',
    rules.list && 'listed',
    rules.search && 'searched',
    rules.max !== undefined && `max ${rules.max}`,
    rules.right && `right ${rules.right}`,
    rules.choices && `one of ${rules.choices.map((choice) => choice.value).join('|')}`,
    rules.dictionary && `dictionary ${rules.dictionary}`,
  ];
  return words.filter(Boolean).join(', ');
};
const table = (fields: Fields): void => {
  for (const [key, field] of Object.entries(fields))
    lines.push(`  ${key.padEnd(24)} ${`${field.label.zh} / ${field.label.en}`.padEnd(36)} ${describe(field)}`);
};

const area = modules.find((module) => module.declarations.some((each) => each.name === declaration.name))!;
lines.push(`${declaration.name}  ${declaration.label.zh} / ${declaration.label.en}   (modules/${area.name})`);
if (declaration.purpose) lines.push(declaration.purpose.en);
heading('Fields');
table(declaration.fields);
for (const [key, spec] of Object.entries(declaration.lines ?? {})) {
  heading(`Lines: ${key} ${spec.label.zh} / ${spec.label.en}`);
  table(spec.fields);
}
if (declaration.life) {
  heading('States and actions');
  for (const [state, { label }] of Object.entries(declaration.life.states))
    lines.push(`  ${state.padEnd(24)} ${label.zh} / ${label.en}`);
  for (const [action, { label, from, to, button, notByApplicant }] of Object.entries(declaration.life.actions))
    lines.push(
      `  ${action.padEnd(24)} ${label.zh} / ${label.en}: ${from.join(', ')} → ${to ?? '(stays)'}, button ${declaration.segment}_${button}${notByApplicant ? ', not by the applicant' : ''}`,
    );
}
heading('Calls');
const prefix = `${declaration.segment}/`;
const mine = [
  ...new Set(
    [
      ...declaredCalls(registry, declaration),
      ...calls.filter((call) => call.service === declaration.service && call.path.startsWith(prefix)),
    ].map(
      (call) =>
        `  ${call.method.padEnd(8)} /api/${call.service}/${call.path}   ${[call.permission].flat().join(' or ')}`,
    ),
  ),
];
lines.push(...mine.toSorted());
heading('Used by');
lines.push(
  ...registry
    .referrers(declaration.name)
    .map((each) => `  ${each.declaration.name}${each.lines ? `.${each.lines}` : ''}.${each.field}`),
);
heading('Table');
const schema = schemaOf(declaration, targetTableOf(registry.find));
lines.push(...schema.tables, ...schema.references);
process.stdout.write(`${lines.join('\n')}\n`);
