/** What a device says beside the entries it sends. */
import { text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

/** What a device says of an entry beside the entry itself. */
export const deviceEntryFields = {
  key: text('录入编号', 'Key of the entry', { optional: true, max: 64 }),
  madeTime: text('设备录入时间', 'Made at, by the device', {
    optional: true,
    max: 40,
    hint: label('ISO 8601，UTC', 'ISO 8601, UTC'),
  }),
} as const;

/** What a device says of all entries it sends at once: its clock, and who made them. */
export const sendingFields = {
  deviceTime: text('设备时间', 'Clock of the device', {
    optional: true,
    max: 40,
    hint: label('发送时的设备时间，ISO 8601，UTC', 'when it is sent, ISO 8601, UTC'),
  }),
  madeBy: text('录入人', 'Made by', { optional: true, max: 20 }),
} as const;
