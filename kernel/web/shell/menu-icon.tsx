import {
  AppstoreOutlined, AuditOutlined, BarChartOutlined, BookOutlined, CalendarOutlined, CarOutlined, ContainerOutlined, DatabaseOutlined, DollarOutlined,
  FileTextOutlined, HomeOutlined, InboxOutlined, PartitionOutlined, ProfileOutlined, SettingOutlined, ShopOutlined, ShoppingCartOutlined, TagsOutlined, TeamOutlined, ToolOutlined, UserOutlined, BellOutlined,
} from '@ant-design/icons';
import { type ComponentType, createElement } from 'react';

/** The picture of a menu group, found by a word in its declared icon or its code. Only groups have one: forty different small pictures help nobody. */
const PICTURES: readonly (readonly [words: RegExp, picture: ComponentType])[] = [
  [/home|wel/, HomeOutlined],
  [/desk|notice|bell/, BellOutlined],
  [/setting|system/, SettingOutlined],
  [/auth|lock|safety|permission/, AuditOutlined],
  [/user|account/, UserOutlined],
  [/dish|menu|recipe|book/, BookOutlined],
  [/supplier|partner|team/, TeamOutlined],
  [/price|money|dollar|settle/, DollarOutlined],
  [/purchas|cart|order/, ShoppingCartOutlined],
  [/receiv|arrival|inbox|inspect/, InboxOutlined],
  [/deliver|truck|car|ship/, CarOutlined],
  [/stock|store|inventory|warehouse/, ContainerOutlined],
  [/plan|calendar|demand/, CalendarOutlined],
  [/issu|kitchen|pick/, ProfileOutlined],
  [/operation|shop|stall|canteen/, ShopOutlined],
  [/master|database|base/, DatabaseOutlined],
  [/material|tag/, TagsOutlined],
  [/report|chart|analy/, BarChartOutlined],
  [/flow|work|partition/, PartitionOutlined],
  [/log|monitor|file/, FileTextOutlined],
  [/tool/, ToolOutlined],
];

export function MenuIcon({ icon, code }: { readonly icon: string | undefined; readonly code: string }) {
  const of = (text: string): ComponentType | undefined => PICTURES.find(([words]) => words.test(text.toLowerCase()))?.[1];
  return createElement((icon === undefined ? undefined : of(icon)) ?? of(code) ?? AppstoreOutlined);
}
