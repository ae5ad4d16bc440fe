import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'master-data.qty-too-little': {
    zh: '数量 {qty} 换算成基本单位为 0，请填更大的数量',
    en: 'A quantity of {qty} is nothing in the base unit; enter more',
  },
  'master-data.bom-replace-frozen': {
    zh: '物料「{material}」已冻结，不能换进配方',
    en: '{material} is frozen and cannot be put into recipes',
  },
  'master-data.bom-replace-nowhere': {
    zh: '所选日期起没有已发布的配方使用「{material}」',
    en: 'No released recipe uses {material} from that day on',
  },
  'master-data.bom-replace-past': {
    zh: '生效日期不能早于今天（{today}）',
    en: 'It can begin today ({today}) or later',
  },
  'master-data.bom-replace-places': {
    zh: '菜品【{dish}】配方第 {line} 行：{qty} {unit} × {ratio} 超过 6 位小数，不能准确写入配方，请改用位数更少的用量比',
    en: 'Line {line} of the recipe of {dish}: {qty} {unit} × {ratio} has more than 6 places and no recipe can hold it exactly; take a ratio with fewer places',
  },
  'master-data.bom-replace-same': { zh: '请选择另一种物料', en: 'Choose another material' },
  'master-data.bom-replace-undone': {
    zh: '「{material}」的这次换料已经撤销',
    en: 'This replacement of {material} was undone already',
  },
  'master-data.alias-meanwhile': {
    zh: '该别名刚刚已被另一物料使用，请刷新后再试',
    en: 'This alias was given to another material a moment ago; reload and try again',
  },
  'master-data.alias-taken': {
    zh: '别名「{alias}」已指向物料 {material}，请换一个别名，或先在那里冻结它',
    en: 'The alias {alias} already leads to {material}; choose another, or retire it there first',
  },
  'master-data.alias-twice': {
    zh: '别名「{alias}」在本次保存中出现了两次，请只保留一处',
    en: 'The alias {alias} occurs twice in this save; keep one of them',
  },
  'master-data.auth-overlap': {
    zh: '该物料或类型在此部门的同一期间已有同样的授权，请先调整其日期',
    en: 'This department already has such an authorisation for the same goods in this period; change its days first',
  },
  'master-data.apart-merged': {
    zh: '物料「{material}」已并入其他物料，请先撤销合并',
    en: '{material} was merged into another; undo that first',
  },
  'master-data.auth-denied': {
    zh: '第 {line} 行：{what}未授权给「{dept}」用于{purpose}：{startDate} 起「{target}」在「{place}」的授权规则禁止{because}。请更换，或在物料授权范围中修改该规则',
    en: 'Line {line}: {what} may not be {purpose} at {dept}: the rule for {target} at {place}, in force since {startDate}, denies it{because}. Take another, or change that rule under Material authorisation',
    remedy: {
      to: '/masterdata/materialauthrange?materialId={materialId}&~materialId={material}',
      label: { zh: '查看授权规则', en: 'See the rules' },
    },
  },
  'master-data.auth-none': {
    zh: '第 {line} 行：{what}未授权给「{dept}」用于{purpose}：该物料按授权使用，{date} 没有规则允许。请更换，或在物料授权范围中新增规则',
    en: 'Line {line}: {what} may not be {purpose} at {dept}: it is for those allowed only, and no rule allows it on {date}. Take another, or add a rule under Material authorisation',
    remedy: {
      to: '/masterdata/materialauthrange?materialId={materialId}&~materialId={material}',
      label: { zh: '查看授权规则', en: 'See the rules' },
    },
  },
  'master-data.auth-purpose': {
    zh: '请至少选择一种用途',
    en: 'Choose at least one purpose',
  },
  'master-data.auth-dish': {
    zh: '第 {line} 行：「{dept}」{date} 不能供应菜品「{dish}」：{startDate} 起在「{place}」的禁用规则{because}。请换菜，或在物料授权范围中修改该规则',
    en: 'Line {line}: {dish} may not be served at {dept} on {date}: the rule at {place}, in force since {startDate}, forbids it{because}. Take another dish, or change that rule under Material authorisation',
    remedy: { to: '/masterdata/materialauthrange', label: { zh: '查看授权规则', en: 'See the rules' } },
  },
  'master-data.auth-months': {
    zh: '起始月和截止月请同时填写，或都不填',
    en: 'Name both months, or neither',
  },
  'master-data.auth-target': {
    zh: '请填写物料、物料类型或菜品其中之一',
    en: 'Name one of a material, a material type and a dish',
  },
  'master-data.allergen-invalid': {
    zh: '过敏原第 {entry} 项须有 allergen 和 state（contains、may-contain、unknown、free）；不含须写明依据',
    en: 'Allergen entry {entry} needs allergen and state (contains, may-contain, unknown, free); free needs its basis',
  },
  'master-data.barcode-check': {
    zh: '条码「{barcode}」校验位不正确',
    en: 'Barcode {barcode} has a wrong check digit',
  },
  'master-data.bom-empty': {
    zh: '请至少添加一行用料',
    en: 'Add at least one ingredient',
  },
  'master-data.bom-frozen': {
    zh: '第 {line} 行：「{name}」已冻结，请更换或先解冻',
    en: 'Line {line}: {name} is frozen; choose another or unfreeze it first',
  },
  'master-data.bom-line-target': {
    zh: '第 {line} 行：请填写物料或半成品其中之一',
    en: 'Line {line}: name either a material or a semi-finished dish',
  },
  'master-data.bom-loop': {
    zh: 'BOM存在循环：{path}，请去掉其中一条用料',
    en: 'The BOM loops: {path}; take one of these lines out',
  },
  'master-data.bom-missing': {
    zh: '菜品【{dish}】在{date}没有有效的BOM，请发布覆盖该日期的版本',
    en: 'Dish {dish} has no BOM in force on {date}; release a version for that day',
  },
  'master-data.bom-overlap': {
    zh: '该菜品在此期间已有发布的版本，请先让其失效',
    en: 'This dish already has a released version in this period; end that one first',
  },
  'master-data.bom-overlaps-later': {
    zh: '与 V{version}（{startDate}~{endDate}）日期重叠',
    en: 'Overlaps V{version} ({startDate} to {endDate})',
  },
  'master-data.bom-released': {
    zh: '已发布的BOM不能修改，请新建版本',
    en: 'A released BOM stays as it is; make a new version',
  },
  'master-data.bom-released-remove': {
    zh: '已发布的BOM不能删除，请填写失效日期',
    en: 'A released BOM cannot be removed; end it instead',
  },
  'master-data.bom-sub-missing': {
    zh: '第 {line} 行：半成品「{dish}」在 {date} 没有有效BOM',
    en: 'Line {line}: semi-finished {dish} has no BOM in force on {date}',
  },
  'master-data.bom-too-deep': {
    zh: 'BOM超过{depthMax}层：{path}，请减少半成品层级',
    en: 'The BOM is deeper than {depthMax} levels: {path}; use fewer semi-finished levels',
  },
  'master-data.bom-too-much': {
    zh: '{date} 的菜品【{dish}】{portions} 份，用料多得无法计算，请核对份数和配方用量',
    en: '{portions} portions of {dish} on {date} take more than can be reckoned; check the portions and the quantities of its recipe',
  },
  'master-data.bom-variant-kind': {
    zh: '特殊BOM只能用于档口、餐厅或项目部',
    en: 'A special BOM belongs to a stall, a restaurant or a project department',
  },
  'master-data.bom-variant-line': {
    zh: '第 {line} 行：请填写{needs}',
    en: 'Line {line}: enter {needs}',
  },
  'master-data.bom-variant-target': {
    zh: '第 {line} 行：标准BOM中没有该用料',
    en: 'Line {line}: the standard BOM has no such ingredient',
  },
  'master-data.conversion-dimension': {
    zh: '「{from}」与「{to}」类别不同，请按物料维护换算',
    en: '{from} and {to} are of different dimensions; enter the conversion per material',
  },
  'master-data.conversion-in-force': {
    zh: '该换算已生效，数量和单位不能再改：请填写失效日期并新增一条',
    en: 'This conversion is already in force and its figures stay; end it and enter a new one',
  },
  'master-data.conversion-overlap': {
    zh: '这两个单位的换算在此期间已存在，请先让原换算失效',
    en: 'These units already have a conversion in this period; end that one first',
  },
  'master-data.conversion-pack': {
    zh: '件·包装单位没有通用换算，请按物料维护',
    en: 'Packs have no general conversion; enter it per material',
  },
  'master-data.conversion-same-unit': {
    zh: '两边的单位不能相同',
    en: 'Both sides name the same unit',
  },
  'master-data.conversion-system': {
    zh: '系统内置换算不能修改',
    en: 'Built-in conversions cannot be changed',
  },
  'master-data.conversion-universal': {
    zh: '质量(体积)单位之间为通用常数，不能按物料维护',
    en: 'Units of mass (or of volume) convert by universal constants, not per material',
  },
  'master-data.cost-incomplete': {
    zh: '成本不完整：{count} 种物料没有价格：{materials}，请先维护价格',
    en: 'The cost is incomplete: {count} {count:material has|materials have} no price: {materials}; enter their prices first',
  },
  'master-data.cost-no-bom': {
    zh: '成本不完整：{count} 种半成品没有有效的BOM：{materials}，请先发布BOM',
    en: 'The cost is incomplete: {count} semi-finished dishes have no BOM in force: {materials}; release one first',
  },
  'master-data.cost-no-unit': {
    zh: '成本不完整：{count} 种物料的单位没有换算：{materials}，请先维护换算',
    en: 'The cost is incomplete: {count} {count:material comes|materials come} in a unit without conversion: {materials}; enter it first',
  },
  'master-data.dish-semi-only': {
    zh: '「{field}」只用于半成品，请清空，或将菜品性质改为半成品',
    en: '“{field}” is for semi-finished dishes only; clear it, or make the dish semi-finished',
  },
  'master-data.exchange-loop': {
    zh: '替换形成循环：{path}',
    en: 'The replacements loop: {path}',
  },
  'master-data.exchange-overlap': {
    zh: '该物料在此范围和期间已有替换，请先让其失效',
    en: 'This material already has a replacement here in this period; end that one first',
  },
  'master-data.exchange-same': {
    zh: '两种物料不能相同',
    en: 'Both materials are the same',
  },
  'master-data.factor-doubtful': {
    zh: '近 {count} 次收货按 1 {unit} = {booked} {base} 入库，与此相差 {percent}%，保存前请核对',
    en: 'The last {count} receipts were booked at 1 {unit} = {booked} {base}, and this differs by {percent} %; check it before you save',
  },
  'master-data.field-needed-with': {
    zh: '{because}时请填写{name}',
    en: '{name} is needed with {because}',
  },
  'master-data.image-full': {
    zh: '{material} 已有 {max} 张图片，请先删除旧的',
    en: '{material} has {max} pictures already; remove an old one first',
  },
  'master-data.image-no-material': {
    zh: '未找到物料编码 {code}，请按“物料编码.jpg”命名',
    en: 'No material has the code {code}; name the file after its material, such as V10001.jpg',
  },
  'master-data.lot-needed': {
    zh: '效期管理的物料必须按批次管理',
    en: 'A material with expiry is kept by lot',
  },
  'master-data.cost-in-force': {
    zh: '该成本已经生效，不能修改，请填写失效日期并新增一条',
    en: 'This cost is in force already and stays as it is; end it and enter another',
  },
  'master-data.cost-overlap': {
    zh: '该物料在此部门的同一期间已有同类成本，请先让其失效',
    en: 'This material already has a cost of this kind for the department in this period; end that one first',
  },
  'master-data.menu-cost-unknown': {
    zh: '「{dish}」成本未知。{why}',
    en: '{dish}: its cost is not known. {why}',
  },
  'master-data.menu-cycle-start': {
    zh: '周期起点 {date} 不是供餐日，请另选一天或修改供餐星期',
    en: 'Day 1 ({date}) is no day of service; choose another day or change the weekdays',
  },
  'master-data.menu-day-beyond': {
    zh: '第 {line} 行：第{dayNo}天超出周期 {cycleDays} 天，请改天数或加长周期',
    en: 'Line {line}: day {dayNo} lies beyond the cycle of {cycleDays} days; change the day or lengthen the cycle',
  },
  'master-data.menu-dish-frozen': {
    zh: '第 {line} 行：菜品「{dish}」已冻结，请更换',
    en: 'Line {line}: {dish} is frozen; choose another dish',
  },
  'master-data.menu-dish-semi': {
    zh: '第 {line} 行：「{dish}」是半成品，不能排入菜谱，请更换',
    en: 'Line {line}: {dish} is semi-finished and on no menu; choose another dish',
  },
  'master-data.menu-empty': {
    zh: '{billCode} 第{days}天{meal}未排菜，请补充菜品',
    en: '{billCode}: {meal} has no dishes on {count:day|days} {days}; add some',
  },
  'master-data.menu-frozen': {
    zh: '{billCode} 已冻结，不能{action}，请先解冻',
    en: '{billCode} is frozen; unfreeze it before you do this: {action}',
  },
  'master-data.menu-in-use': {
    zh: '{billCode} 已经启用，不必再次启用',
    en: '{billCode} is in use already; nothing is left to do',
  },
  'master-data.menu-meal-unlisted': {
    zh: '第 {line} 行：{meal}不在模板的餐次中，请先添加该餐次',
    en: 'Line {line}: {meal} is no meal of this template; add the meal first',
  },
  'master-data.menu-no-bom': {
    zh: '第 {line} 行：菜品「{dish}」在 {startDate} 没有有效BOM，请先发布',
    en: 'Line {line}: {dish} has no BOM in force on {startDate}; release one first',
  },
  'master-data.menu-no-meals': {
    zh: '{billCode} 没有餐次，请至少添加一个',
    en: '{billCode} has no meals; add at least one',
  },
  'master-data.menu-not-in-use': {
    zh: '{billCode} 未启用，不必停用',
    en: '{billCode} is not in use; there is nothing to stop',
  },
  'master-data.menu-over-budget': {
    zh: '第 {dayNo} 天{meal}：人均成本 {cost} 超过餐标 {standard}，请换更便宜的菜或减少份量',
    en: 'Day {dayNo}, {meal}: costs {cost} a guest, above the {standard} allowed; take something cheaper or smaller',
  },
  'master-data.menu-overlap': {
    zh: '{billCode} 与模板「{other}」在{place}{meal} {from}~{to} 重叠，请先停用该模板或调整日期',
    en: '{billCode} overlaps the template {other} for {meal} at {place}, {from} to {to}; take that one out of use or change the days',
  },
  'master-data.menu-overlap-meanwhile': {
    zh: '刚刚有另一份菜谱模板在同一地点同一餐次启用，请刷新后再试',
    en: 'Another menu template was put into use for the same meal and place a moment ago; reload and try again',
  },
  'master-data.menu-place': {
    zh: '「{place}」不是{site}下的{kind}，请重新选择',
    en: '{place} is not a {kind} of {site}; choose another',
  },
  'master-data.menu-place-scope': {
    zh: '「{place}」不在您的数据权限内，请重新选择或联系管理员',
    en: '{place} is outside your departments; choose another or ask an administrator',
  },
  'master-data.menu-repeat': {
    zh: '第 {dayNo} 天：「{dish}」第 {before} 天已有，{within} 天内重复，请换菜或移开',
    en: 'Day {dayNo}: {dish} was served on day {before} already, within {within} days; choose another dish or move it',
  },
  'master-data.menu-roles': {
    zh: '第 {dayNo} 天{meal}：{role} {count} 个，应为 {wanted} 个',
    en: 'Day {dayNo}, {meal}: {count} of {role}, where the type wants {wanted}',
  },
  'master-data.menu-site': {
    zh: '「{place}」不是项目部，请重新选择',
    en: '{place} is not a project department; choose another',
  },
  'master-data.menu-stall-kind': {
    zh: '第 {line} 行：档口模板的菜品适用于全部所选档口，请清空该行的档口',
    en: 'Line {line}: dishes of a stall template are for all its stalls; leave the stall empty',
  },
  'master-data.menu-stall-outside': {
    zh: '第 {line} 行：该档口不属于适用餐厅，请更换档口或添加餐厅',
    en: 'Line {line}: this stall is in none of its restaurants; choose another stall or add the restaurant',
  },
  'master-data.menu-stop-first': {
    zh: '{billCode} 正在使用，请先停用再作废',
    en: '{billCode} is in use; take it out of use before you void it',
  },
  'master-data.menu-structure': {
    zh: '第 {line} 行：最少 {min} 个大于最多 {max} 个，请修改其中之一',
    en: 'Line {line}: at least {min} is more than at most {max}; change one of them',
  },
  'master-data.menu-version-drawn': {
    zh: '{billCode} 的新版本 {draft} 已在编制，请继续编制该版本',
    en: 'A new version of {billCode} is being drawn up already: {draft}. Go on with that one',
  },
  'master-data.menu-version-of': {
    zh: '{billCode} 不是已审批的菜谱，可直接修改，不需要新版本',
    en: '{billCode} is not approved; change it as it is, without a new version',
  },
  'master-data.menu-void': {
    zh: '{billCode} 已作废，不能冻结或解冻',
    en: '{billCode} is void and can be neither frozen nor unfrozen',
  },
  'master-data.menu-weekdays': {
    zh: '供餐星期请填 1 到 7，用逗号分隔，如 1,2,3,4,5',
    en: 'Give weekdays as 1 to 7 with commas between, such as 1,2,3,4,5',
  },
  'master-data.merge-apart': {
    zh: '「{from}」与「{into}」已标记为不是同一物料，请先在“查找重复”中撤销标记',
    en: 'Somebody said that {from} and {into} are not one; take that back under “Find duplicates” first',
  },
  'master-data.merge-base-unit': {
    zh: '「{from}」与「{into}」的基本单位不同，不能合并',
    en: '{from} and {into} are counted in different base units and cannot be merged',
  },
  'master-data.merge-frozen': {
    zh: '物料「{material}」已冻结，不能合并，请先解冻',
    en: '{material} is frozen and cannot be merged; unfreeze it first',
  },
  'master-data.merge-same': {
    zh: '请选择两种不同的物料',
    en: 'Choose two different materials',
  },
  'master-data.merge-undone': {
    zh: '「{material}」的这次合并已经撤销',
    en: 'This merge of {material} was undone already',
  },
  'master-data.merged-thaw': {
    zh: '「{material}」已并入「{into}」，不能解冻，请到物料合并中撤销',
    en: '{material} was merged into {into} and cannot be unfrozen; undo the merge instead',
  },
  'master-data.nutrient-energy': {
    zh: '能量 {kcal} 千卡约合 {expected} 千焦，与填写的 {kj} 千焦相差超过5%，请核对',
    en: '{kcal} kcal are about {expected} kJ, more than 5 % away from the {kj} kJ given; check both',
  },
  'master-data.nutrient-no-mass': {
    zh: '物料「{material}」没有到重量单位的换算，请先维护',
    en: '{material} has no conversion to a unit of weight; enter one first',
  },
  'master-data.nutrient-sum': {
    zh: '水分、三大营养素与灰分合计 {sum} 克，超过100克，请核对',
    en: 'Water, protein, fat, carbohydrate and ash add up to {sum} g of 100 g; check them',
  },
  'master-data.retention-twice': {
    zh: '该烹调方法、物料类型和营养素已有保留率，请修改原记录',
    en: 'There is a retention of this cooking method, material type and nutrient already; change that one',
  },
  'master-data.period-reversed': {
    zh: '失效日期 {endDate} 早于生效日期 {startDate}',
    en: 'It would end ({endDate}) before it begins ({startDate})',
  },
  'master-data.rotation-link': {
    zh: '跳转到{kind}时请填写{name}',
    en: 'It leads to {kind}: say which in {name}',
  },
  'master-data.rotation-picture': {
    zh: '启用前请先上传图片',
    en: 'Add a picture before it is put into use',
  },
  'master-data.rotation-times': {
    zh: '结束时间须晚于开始时间',
    en: 'It must end after it begins',
  },
  'master-data.rotation-url': {
    zh: '链接须以 https:// 开头',
    en: 'The address must begin with https://',
  },
  'master-data.tag-color': {
    zh: '颜色「{color}」无效，请填#加6位十六进制数，如 #2F7D32',
    en: 'The colour "{color}" is not valid; give # and 6 hexadecimal digits, such as #2F7D32',
  },
  'master-data.unit-constant': {
    zh: '{first}，而{second}为通用常数，不能按物料维护，请删除该换算',
    en: '{first}, but {second} is a universal constant no material may change; remove that conversion',
  },
  'master-data.unit-dimension-base-taken': {
    zh: '该类别的基准单位已是「{unit}」',
    en: 'The base of this dimension is already {unit}',
  },
  'master-data.unit-dimension-used': {
    zh: '单位「{unit}」已用于换算或物料，类别不能修改',
    en: 'Unit {unit} is already used by conversions or materials; its dimension stays',
  },
  'master-data.unit-loop': {
    zh: '物料「{material}」的换算形成循环：{path}，请先修正其中一条',
    en: 'The conversions of {material} loop: {path}; correct one of them first',
  },
  'master-data.unit-path-missing': {
    zh: '物料「{material}」缺少从「{from}」到「{to}」的单位换算，请先维护',
    en: '{material} has no conversion from {from} to {to}; enter one first',
    remedy: {
      to: '/masterdata/itemunitconversion?materialId={materialId}&~materialId={material}&new.materialId={materialId}&new.materialName={material}&new.fromUnitId={fromUnitId}&new.fromUnitName={from}&new.toUnitId={toUnitId}&new.toUnitName={to}',
      label: { zh: '维护换算', en: 'Enter it' },
    },
  },
  'master-data.unit-paths-differ': {
    zh: '物料「{material}」换算不一致：{first}，{second}，请先修正其中一条',
    en: 'The conversions of {material} disagree: {first}, {second}; correct one of them first',
  },
  'master-data.unit-still-used': {
    zh: '「{unit}」仍是物料「{material}」的{by}，请先更换',
    en: '{unit} is still used by {material} ({by}); change that first',
  },
  'master-data.portion-standard': {
    zh: '标准份就是 1 份，不用折算；请选其他份型',
    en: 'A standard portion is one by itself; choose another size',
  },
  'master-data.yield-future': { zh: '测试日期不能晚于今天', en: 'The day of a test cannot be after today' },
  'master-data.yield-much': {
    zh: '净重超过毛重的 20 倍，请核对两个重量',
    en: 'Net is more than twenty times gross; check both weights',
  },
  'master-data.yield-photo': {
    zh: '出成率 {rate}% 和以往测试相差太大，请拍照为证，或改为不采信',
    en: 'A yield of {rate}% is far from the other tests: add a photo, or let it not count',
  },
  'master-data.yield-untested': {
    zh: '这个物料在这个季节没有测试，请先做出成率测试',
    en: 'Nobody has tested this material in this season; enter tests first',
  },
  'master-data.yield-unproposed': {
    zh: '没有建议：在用 {used}%，实测 {learned}%（{low}–{high}%）。测试不足 5 次、在用的已在区间内，或已作过决定',
    en: 'Nothing is proposed: {used}% is in use, tests say {learned}% ({low}–{high}%). There are fewer than 5 tests, the one in use lies inside, or it was decided',
  },
  'master-data.yield-meanwhile': {
    zh: '又有新测试：看到的是 {seen}%，现在是 {learned}%，请看过再采纳',
    en: 'There are new tests: you saw {seen}%, now it is {learned}%; look again before you accept',
  },
  'master-data.yield-not-accepted': {
    zh: '没有已采纳的出成率可撤回',
    en: 'No accepted yield is in use that could be taken back',
  },
});
