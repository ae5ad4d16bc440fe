import {
  AccountBookOutlined,
  ApartmentOutlined,
  AppstoreOutlined,
  BookOutlined,
  CalendarOutlined,
  CarryOutOutlined,
  CloudSyncOutlined,
  ContainerOutlined,
  DatabaseOutlined,
  EnvironmentOutlined,
  ExportOutlined,
  FileTextOutlined,
  FormOutlined,
  HomeOutlined,
  InboxOutlined,
  LockOutlined,
  MonitorOutlined,
  PartitionOutlined,
  ProjectOutlined,
  SettingOutlined,
  ShopOutlined,
  ShoppingCartOutlined,
  ShoppingOutlined,
  TabletOutlined,
  TeamOutlined,
  ToolOutlined,
  UserOutlined,
  BarChartOutlined,
  BellOutlined,
} from '@ant-design/icons';
import { type ComponentType, createElement } from 'react';

/**
 * Pictures by the icon name a module's menu declares. Only groups show one: forty different small pictures help nobody.
 */
const PICTURES: Readonly<Record<string, ComponentType>> = {
  'account-book': AccountBookOutlined,
  apartment: ApartmentOutlined,
  appstore: AppstoreOutlined,
  'bar-chart': BarChartOutlined,
  bell: BellOutlined,
  book: BookOutlined,
  branches: PartitionOutlined,
  calendar: CalendarOutlined,
  'carry-out': CarryOutOutlined,
  'cloud-sync': CloudSyncOutlined,
  container: ContainerOutlined,
  database: DatabaseOutlined,
  environment: EnvironmentOutlined,
  export: ExportOutlined,
  'file-text': FileTextOutlined,
  form: FormOutlined,
  home: HomeOutlined,
  inbox: InboxOutlined,
  lock: LockOutlined,
  monitor: MonitorOutlined,
  partition: PartitionOutlined,
  project: ProjectOutlined,
  setting: SettingOutlined,
  shop: ShopOutlined,
  shopping: ShoppingOutlined,
  'shopping-cart': ShoppingCartOutlined,
  tablet: TabletOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  user: UserOutlined,
};

/** Names a menu entry may have a picture by. */
export const menuIcons: readonly string[] = Object.keys(PICTURES);

/** The picture of a menu entry; one of its own for names nobody knows. */
export const MenuIcon = ({ icon }: { readonly icon: string | undefined }) =>
  createElement(PICTURES[icon ?? ''] ?? AppstoreOutlined);
