import { behaviour } from '../../kernel/server/behaviour.ts';
import type { ServerModule } from '../../kernel/server/registry.ts';
import { placeInTree, replaceBelow } from '../master-data/materials/tree-place.server.ts';
import { goodsCategory } from './goods-category.resource.ts';

const DEPTH_MAX = 3;

const goodsCategoryBehaviour = behaviour(goodsCategory, {
  beforeSave: (context, saving) =>
    placeInTree(context, 'goods_category', saving, { label: goodsCategory.label, depthMax: DEPTH_MAX }),
  afterSave: (context, { id, creating }) =>
    creating ? Promise.resolve() : replaceBelow(context, 'goods_category', id),
});

export const mallServer = (): ServerModule => ({ name: 'mall', behaviours: [goodsCategoryBehaviour], calls: [] });
