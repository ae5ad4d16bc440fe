/** Why a site gets what it gets, in a sentence its project manager reads. */
import type { Decimal } from '../../../kernel/core/decimal.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import type { ClaimShare, SplitRule } from './shortage-split.rules.ts';

interface Beside {
  readonly rule: SplitRule | 'manual';
  readonly unit: Label;
  readonly priority: Label;
  readonly step: Decimal;
  /** Sites it shares with, itself among them. */
  readonly sites: number;
}

/** Short enough for its field. */
export function reasonOf(share: ClaimShare, { rule, unit, priority, step, sites }: Beside): Label {
  const { demand, allocated, short, exactShare, reason, there, requested } = share;
  const q = (value: Decimal): Label => label(`${value} ${unit.zh}`, `${value} ${unit.en}`);
  const [asked, got, less, exact, has, wants, by] = [demand, allocated, short, exactShare, there, requested, step].map(
    q,
  ) as [Label, Label, Label, Label, Label, Label, Label];
  const whole = reason === 'whole' || short.isZero();
  if (rule === 'manual')
    return whole
      ? label(`需求 ${asked.zh}，全部满足。`, `Asked for ${asked.en}, and gets all of it.`)
      : label(
          `调度手工分摊：需求 ${asked.zh}，分得 ${got.zh}，缺 ${less.zh}。`,
          `Shared by hand: asked for ${asked.en}, gets ${got.en}, ${less.en} short.`,
        );
  if (whole)
    return rule === 'priority'
      ? label(
          `「${priority.zh}」优先级可以全部满足：需求 ${asked.zh}，分得 ${got.zh}。`,
          `Priority “${priority.en}” is served whole: asked for ${asked.en}, gets ${got.en}.`,
        )
      : label(`需求 ${asked.zh}，全部满足。`, `Asked for ${asked.en}, and gets all of it.`);
  if (reason === 'nothing')
    return label(`没有可供的货：需求 ${asked.zh}，分得 0。`, `Nothing is there: asked for ${asked.en}, gets none.`);
  if (reason === 'classes-before')
    return label(
      `优先级更高的项目部分完后没有剩余，「${priority.zh}」优先级分得 0，缺 ${less.zh}。`,
      `Sites of higher priority took all there was; priority “${priority.en}” gets none, ${less.en} short.`,
    );
  const shared =
    rule === 'priority'
      ? label(
          `轮到「${priority.zh}」优先级时可供 ${has.zh}，${sites} 个项目部共需 ${wants.zh}`,
          `When priority “${priority.en}” comes, ${has.en} is there and ${sites} sites want ${wants.en}`,
        )
      : label(
          `可供 ${has.zh}，${sites} 个项目部共需 ${wants.zh}`,
          `There is ${has.en}, and ${sites} sites want ${wants.en}`,
        );
  const gets = `in steps of ${by.en}: gets ${got.en}, ${less.en} short.`;
  return rule === 'equal'
    ? label(
        `${shared.zh}；平均分，每个项目部最多 ${exact.zh}，按 ${by.zh}取整，分得 ${got.zh}，缺 ${less.zh}。`,
        `${shared.en}; shared equally, at most ${exact.en} each, ${gets}`,
      )
    : label(
        `${shared.zh}；按需求 ${asked.zh}的比例应得 ${exact.zh}，按 ${by.zh}取整，分得 ${got.zh}，缺 ${less.zh}。`,
        `${shared.en}; in proportion to the ${asked.en} asked for it is ${exact.en}, ${gets}`,
      );
}
