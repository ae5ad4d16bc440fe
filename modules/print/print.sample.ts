import { sample } from '../../tests/support/sample.ts';
import { printLog } from './print-log.resource.ts';
import { printTemplate } from './print-template.resource.ts';

export const printTemplateSample = sample(printTemplate, {
  values: ({ number }) => ({
    name: `template ${number}`,
    printed: 'pick',
    paper: 'a5',
    isDefault: 0,
    content: {
      blocks: [{ is: 'head' }, { is: 'words', zh: `领料单 {{billCode}}`, en: '', size: 'normal', align: 'start' }],
    },
  }),
});

/** Printing makes one. */
export const printLogSample = sample(printLog, {
  row: async (maker) => {
    const [template] = await maker.rows(printTemplate);
    const id = template?.id ?? (await maker.another(printTemplate));
    await maker.post('blade-report/print/print', { printed: 'printTemplate', ids: id });
  },
});
