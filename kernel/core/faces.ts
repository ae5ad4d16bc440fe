import { permissionOf, type Declaration, type Face, type Life, type Verb } from './declaration.ts';
import type { Fields } from './field.ts';
import type { Module } from './module.ts';

const READS: readonly Verb[] = ['list', 'page', 'detail'];

/** The modules with the faces of their documents beside them, each a declaration of its own over the same records. */
export const withFaces = (modules: readonly Module[]): Module[] =>
  modules.map((module) => ({
    ...module,
    declarations: module.declarations.flatMap((of) => [
      of,
      ...Object.entries(of.faces ?? {}).map(([name, face]) => faceOf(of, name, face)),
    ]),
  }));

/** Name under which records are kept: of their table, timeline, audit and links. A face has that of its document. */
export const recordsOf = ({ of, name }: Pick<Declaration, 'of' | 'name'>): string => of ?? name;

function faceOf(of: Declaration, name: string, face: Face): Declaration {
  const { faces: _faces, alias: _alias, path: _path, purpose: _purpose, ...shared } = of;
  const { prefix, actions, ...own } = face;
  return {
    ...shared,
    ...own,
    name,
    segment: name,
    permission: name,
    of: of.name,
    calls: face.calls ?? READS,
    fields: withRightsOf(of, name, of.fields),
    ...(of.lines === undefined
      ? {}
      : {
          lines: Object.fromEntries(
            Object.entries(of.lines).map(([key, lines]) => [
              key,
              { ...lines, fields: withRightsOf(of, name, lines.fields) },
            ]),
          ),
        }),
    ...(of.life === undefined ? {} : { life: shareOfLife(of.life, prefix, actions) }),
  };
}

/** What a field asks of its document's rights it asks of the face's. */
function withRightsOf(of: Declaration, name: string, fields: Fields): Fields {
  const prefix = permissionOf(of, '');
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const { right } = field.rules;
      return right?.startsWith(prefix) === true
        ? [key, { ...field, rules: { ...field.rules, right: `${name}_${right.slice(prefix.length)}` } }]
        : [key, field];
    }),
  );
}

/** The same states; of the actions those the face names. The others it knows by what its timeline calls them. */
function shareOfLife(whole: Life, prefix = whole.prefix, named: readonly string[] = []): Life {
  const actions = Object.entries(whole.actions);
  const others = actions.filter(([action]) => !named.includes(action));
  return {
    ...whole,
    prefix,
    actions: Object.fromEntries(actions.filter(([action]) => named.includes(action))),
    events: { ...whole.events, ...Object.fromEntries(others.map(([action, { label }]) => [action, label])) },
    ...(whole.stages === undefined
      ? {}
      : {
          stages: whole.stages.filter(({ send, approve, reject, back }) =>
            [send, approve, reject, back].every((action) => named.includes(action)),
          ),
        }),
  };
}
