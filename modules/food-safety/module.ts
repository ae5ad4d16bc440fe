import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { foodSafetyLog } from './ledgers/food-safety-log.resource.ts';
import { safetyDuty } from './ledgers/safety-duty.resource.ts';
import { healthCard } from './people/health-card.resource.ts';

/** What a kitchen writes down for food safety, when it is due, and the people who may work there. */
export const foodSafety: Module = {
  name: 'food-safety',
  label: label('食品安全', 'Food safety'),
  declarations: [healthCard, safetyDuty, foodSafetyLog] as readonly unknown[] as readonly Declaration[],
  menu: [
    {
      code: 'gear_area',
      label: label('项目运营', 'Site operations'),
      icon: 'shop',
      rank: 10,
      path: '/gear',
      children: [
        {
          code: 'gear_safety',
          label: label('食品安全', 'Food safety'),
          icon: 'safety-certificate',
          children: [
            {
              code: 'ledgerboard',
              label: label('台账看板', 'Ledger board'),
              icon: 'dashboard',
              path: '/gear/ledgerboard',
              rank: 1,
            },
            {
              code: 'foodsafetylog',
              label: label('食品安全台账', 'Food safety ledger'),
              icon: 'book',
              path: '/gear/foodsafetylog',
              resource: 'foodSafetyLog',
              rank: 2,
            },
            {
              code: 'healthcard',
              label: label('健康证', 'Health cards'),
              icon: 'idcard',
              path: '/gear/healthcard',
              resource: 'healthCard',
              rank: 3,
            },
            {
              code: 'safetyduty',
              label: label('台账要求', 'Ledger duties'),
              icon: 'schedule',
              path: '/gear/safetyduty',
              resource: 'safetyDuty',
              rank: 4,
            },
          ],
        },
      ],
    },
  ],
  dictionaries: {
    healthSymptom: {
      label: label('健康症状', 'Signs of illness'),
      entries: [
        ['fever', '发热', 'Fever'],
        ['diarrhoea', '腹泻', 'Diarrhoea'],
        ['vomiting', '呕吐', 'Vomiting'],
        ['jaundice', '黄疸', 'Jaundice'],
        ['wound', '手部伤口', 'Wound on the hand'],
        ['throat', '咽部炎症', 'Sore throat'],
      ],
    },
  },
};
