import { Input } from 'antd';
import { laterPart } from '../later.ts';
import { asText, type Filter, type FilterProps, type InputProps, type Shown, type WebFace } from './face.ts';

const DayInput = laterPart<InputProps>(async () => ({ default: (await import('./day-picker.tsx')).DayInput }), ({ id, value }) => <Input id={id} disabled value={asText(value)} />);
const DayFilter = laterPart<FilterProps>(async () => ({ default: (await import('./day-picker.tsx')).DayRange }), ({ label }) => <Input disabled placeholder={label} aria-label={label} />);
const filter: Filter = { keys: (name) => [`${name}_datege`, `${name}_datele`], Input: DayFilter };

/** The year only when it is not this one. */
const short = (text: string): string => (text.startsWith(`${new Date().getFullYear()}-`) ? text.slice(5) : text);

const dayText = ({ row, name }: Shown): string => asText(row[name]).slice(0, 10);
const momentText = ({ row, name }: Shown): string => asText(row[name]).slice(0, 16);
const cell = (text: string, full: string) => (text === '' ? <span className="empty-cell">–</span> : <time className="figures" dateTime={full} title={full}>{text}</time>);

export const dayFace: WebFace = { Input: DayInput, cell: (shown) => cell(short(dayText(shown)), asText(shown.row[shown.name])), text: dayText, width: 104, filter };
export const momentFace: WebFace = { Input: DayInput, cell: (shown) => cell(short(momentText(shown)), asText(shown.row[shown.name])), text: momentText, width: 124, filter };
