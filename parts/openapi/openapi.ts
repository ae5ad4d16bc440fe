import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Field, Fields, Kind } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { shape, type Shape, type Shapes } from '../../kernel/core/shape.ts';
import { isRows, PUBLIC, type Inputs } from '../../kernel/core/contract.ts';
import type { Call } from '../../kernel/server/context.ts';

type Json = Readonly<Record<string, unknown>>;

/** JSON type of each kind on the wire: ids and decimals are strings. */
const schemas: Readonly<Record<Kind, Json>> = {
  text: { type: 'string' },
  longtext: { type: 'string' },
  richtext: { type: 'string' },
  code: { type: 'string' },
  secret: { type: 'string' },
  integer: { type: 'integer' },
  quantity: decimal(6),
  price: decimal(6),
  money: decimal(2),
  percent: decimal(6),
  factor: decimal(12),
  flag: { type: 'integer', enum: [0, 1] },
  day: { type: 'string', format: 'date' },
  moment: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' },
  choice: { type: 'string' },
  dictionary: { type: 'string' },
  ref: { type: 'string', description: 'id' },
  refs: { type: 'string', description: 'ids, comma-joined' },
  parent: { type: 'string', description: 'id, "0" at the root' },
  pictures: { type: 'string' },
  attachments: { type: 'string' },
  json: {},
};
function decimal(places: number): Json {
  return { type: 'string', description: `decimal, ${places} places` };
}

const fieldSchema = (field: Field): Json => ({
  ...schemas[field.kind],
  title: `${field.label.zh} / ${field.label.en}`,
  ...(field.rules.choices
    ? { enum: field.rules.choices.map(({ value }) => (kinds[field.kind].whole ? Number(value) : value)) }
    : {}),
  ...(['words', 'signs'].includes(kinds[field.kind].text ?? '') ? { maxLength: field.rules.max ?? 255 } : {}),
  ...(field.rules.readonly || field.rules.computed ? { readOnly: true } : {}),
});

const objectOf = (fields: Fields): Json => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
  required: Object.entries(fields)
    .filter(
      ([, field]) =>
        !field.optional && field.rules.default === undefined && !field.rules.readonly && !field.rules.computed,
    )
    .map(([name]) => name),
});

const inputOf = (inputs: Inputs): Json => {
  const fields = Object.fromEntries(Object.entries(inputs).filter(([, input]) => !isRows(input))) as Fields;
  const own = objectOf(fields) as { properties: Json; required: readonly string[] };
  const rows = Object.entries(inputs).flatMap(([name, input]) => (isRows(input) ? [[name, input] as const] : []));
  return {
    ...own,
    properties: {
      ...own.properties,
      ...Object.fromEntries(rows.map(([name, input]) => [name, { type: 'array', items: objectOf(input.rows) }])),
    },
    required: [...own.required, ...rows.flatMap(([name, input]) => (input.optional ? [] : [name]))],
  };
};

const loose: Readonly<Record<string, Json>> = { boolean: { type: 'boolean' }, number: { type: 'number' }, any: {} };
/** The JSON schema of what a contract answers. */
function schemaOf(of: Shape): Json {
  switch (of.is) {
    case 'value':
      return of.kind in loose ? loose[of.kind]! : schemas[of.kind as Kind];
    case 'oneOf':
      return { type: 'string', enum: of.values };
    case 'nullable':
      return { anyOf: [schemaOf(of.of), { type: 'null' }] };
    case 'either':
      return { anyOf: of.of.map(schemaOf) };
    case 'optional':
    case 'bare':
      return schemaOf(of.of);
    case 'list':
      return { type: 'array', items: schemaOf(of.of) };
    case 'tree':
      return { type: 'array', items: schemaOf(nodeOf(of.of, of.below)) };
    case 'map':
      return { type: 'object', additionalProperties: schemaOf(of.of) };
    case 'row': {
      const record = { $ref: `#/components/schemas/${of.declaration.name}` };
      return of.also === undefined ? record : { allOf: [record, objectSchema(of.also)] };
    }
    case 'file':
      return { type: 'string', format: 'binary' };
    case 'object':
      return { ...objectSchema(of.shapes), additionalProperties: of.open === true };
  }
}
/** A node of a tree. A schema without a name cannot refer to itself, so nothing is said of the nodes below. */
function nodeOf(of: Shape, below: string): Shape {
  const key = { [below]: shape.optional(shape.list(shape.any)) };
  if (of.is === 'object') return { ...of, shapes: { ...of.shapes, ...key } };
  return of.is === 'row' ? { ...of, also: { ...of.also, ...key } } : of;
}
const objectSchema = (shapes: Shapes): Json => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(shapes).map(([name, each]) => [name, schemaOf(each)])),
  required: Object.entries(shapes).flatMap(([name, each]) => (each.is === 'optional' ? [] : [name])),
});

const recordOf = (declaration: Declaration): Json => {
  const own = objectOf(declaration.fields) as { properties: Json };
  const lines = Object.fromEntries(
    Object.entries(declaration.lines ?? {}).map(([key, spec]) => [
      key,
      { type: 'array', items: objectOf(spec.fields) },
    ]),
  );
  return {
    ...own,
    title: `${declaration.label.zh} / ${declaration.label.en}`,
    properties: { id: { type: 'string' }, version: { type: 'integer' }, ...own.properties, ...lines },
  };
};

/** OpenAPI 3.1 of every mounted call, from the declarations alone. */
export function openApi(declarations: readonly Declaration[], calls: readonly Call[], version: string): Json {
  const byAddress = new Map(
    declarations.map((declaration) => [`${declaration.service}/${declaration.segment}`, declaration]),
  );
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const address = `/api/${call.service}/${call.path}`;
    const [segment, verb] = [call.path.split('/')[0]!, call.path.split('/').slice(1).join('/')];
    const declaration = byAddress.get(`${call.service}/${segment}`);
    const reference = declaration ? { $ref: `#/components/schemas/${declaration.name}` } : {};
    for (const method of call.method === 'GET+POST' ? ['get', 'post'] : [call.method.toLowerCase()]) {
      (paths[address] ??= {})[method] = {
        tags: [declaration ? `${declaration.label.zh} ${declaration.label.en}` : call.service],
        operationId: `${call.service}_${call.path}_${method}`.replace(/[^\w]+/g, '_'),
        summary: `${call.summary.zh} / ${call.summary.en}`,
        description:
          call.permission === PUBLIC ? 'No sign-in needed.' : `Permission: ${[call.permission].flat().join(', ')}`,
        ...(call.permission === PUBLIC ? { security: [] } : {}),
        ...(method === 'get'
          ? { parameters: parametersOf(verb, call) }
          : { requestBody: bodyOf(call, verb === 'submit' ? reference : inputOf(call.input ?? {})) }),
        responses: {
          200: successOf(call.answer, answerOf(verb, reference)),
          400: { $ref: '#/components/responses/Refused' },
        },
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Larder 膳链',
      version,
      description:
        "Ids and decimals are strings. Dates are yyyy-MM-dd, moments yyyy-MM-dd HH:mm:ss in the tenant's time zone.",
    },
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'Blade-Auth', description: 'bearer <access token>' },
      },
      responses: {
        Refused: {
          description: 'A refusal a person must read',
          content: { 'application/json': { schema: envelope({}) } },
        },
      },
      schemas: Object.fromEntries(declarations.map((declaration) => [declaration.name, recordOf(declaration)])),
    },
  };
}

const query = (name: string, description: string): Json => ({
  name,
  in: 'query',
  schema: { type: 'string' },
  description,
});
const parametersOf = (verb: string, call: Call): readonly Json[] => {
  if (verb === 'page' || verb === 'list' || verb === 'donePage')
    return [
      query('current', 'page, from 1'),
      query('size', '1 to 200'),
      query('ascs', 'fields'),
      query('descs', 'fields'),
      query('fields', 'keys of a row that are answered, beside its id; all without it'),
      query('withTotal', '0: total and pages may be null in a list of very many rows'),
      query('keyword', 'code, name, pinyin, initials'),
    ];
  if (verb === 'detail') return [query('id', '')];
  return Object.entries(call.input ?? {}).map(([name, { label }]) => query(name, `${label.zh} / ${label.en}`));
};
const bodyOf = (call: Call, schema: Json): Json => ({
  content:
    call.upload || call.uploads
      ? {
          'multipart/form-data': {
            schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
          },
        }
      : { 'application/json': { schema } },
});
const successOf = (answer: Shape | undefined, otherwise: Json): Json =>
  answer?.is === 'file'
    ? { description: '', content: { 'application/octet-stream': { schema: schemaOf(answer) } } }
    : {
        description: '',
        content: {
          'application/json': {
            schema:
              answer?.is === 'bare' ? schemaOf(answer) : envelope(answer === undefined ? otherwise : schemaOf(answer)),
          },
        },
      };
const envelope = (data: Json): Json => ({
  type: 'object',
  properties: { code: { type: 'integer' }, success: { type: 'boolean' }, data, msg: { type: 'string' } },
});
const answerOf = (verb: string, record: Json): Json => {
  if (verb === 'page' || verb === 'list' || verb === 'donePage')
    return {
      type: 'object',
      properties: {
        records: { type: 'array', items: record },
        total: { type: 'integer' },
        size: { type: 'integer' },
        current: { type: 'integer' },
        pages: { type: 'integer' },
      },
    };
  return verb === 'detail' || verb === 'submit' ? record : {};
};

/** A page a person can read: every call with its permission, searchable, without any library. */
export function openApiPage(document: Json): string {
  const paths = document['paths'] as Record<
    string,
    Record<string, { summary: string; description: string; tags: string[] }>
  >;
  const rows = Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(
      ([method, call]) =>
        `<tr><td class="m ${method}">${method.toUpperCase()}</td><td><code>${escapeHtml(address)}</code></td>` +
        `<td>${escapeHtml(call.summary)}</td><td class="p">${escapeHtml(call.description)}</td></tr>`,
    ),
  );
  return `<!doctype html><html lang="zh"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Larder API</title><style>:root{color-scheme:light dark}
body{font:14px/1.5 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;margin:0 auto;max-width:1200px;padding:24px}
h1{font-size:20px}input{font:inherit;padding:6px 10px;width:100%;max-width:420px;margin:8px 0 16px}
table{border-collapse:collapse;width:100%}td{border-top:1px solid #8884;padding:6px 10px;vertical-align:top}
.m{font-weight:600;width:56px}.p{color:#777}code{font-size:13px}</style>
<h1>Larder 膳链 · API</h1><p>${rows.length} calls · <a href="/api/openapi.json">OpenAPI 3.1</a></p>
<label>查找 / Find <input id="q" placeholder="purchaseorder/page" autofocus></label><table>${rows.join('\n')}</table>
<script>q.oninput=()=>{const w=q.value.toLowerCase();for(const r of document.querySelectorAll('tr'))r.hidden=!r.textContent.toLowerCase().includes(w)}</script></html>`;
}
const escapeHtml = (value: string): string =>
  value.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);
