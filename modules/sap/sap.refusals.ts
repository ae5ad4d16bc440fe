import { label } from '../../kernel/core/label.ts';
import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with; those of single records stand in the run that read them. */
declareRefusals({
  'sap.not-configured': label(
    '未配置SAP连接：请在参数管理中填写 sap.odata.url、sap.odata.user 和 sap.odata.secret',
    'The connection to SAP is not configured: fill in the parameters sap.odata.url, sap.odata.user and sap.odata.secret',
  ),
  'sap.not-allowed': label(
    'SAP地址 {address} 不在允许的范围内，请平台管理员把它加入参数 sap.allowedHosts',
    'The address {address} is not allowed; ask an administrator of the platform to add it to the parameter sap.allowedHosts',
  ),
  'sap.unreachable': label(
    '连接不上SAP（{reason}），没有丢失任何内容；网络恢复后再同步，会从断点继续',
    'SAP cannot be reached ({reason}). Nothing is lost: sync again when it can, and it goes on where it stopped',
  ),
  'sap.too-slow': label(
    'SAP在 {seconds} 秒内没有答复；再同步会从断点继续，也可调大参数 sap.timeoutSeconds',
    'SAP did not answer within {seconds} seconds. Syncing again goes on where it stopped; the parameter sap.timeoutSeconds may be raised',
  ),
  'sap.unauthorized': label(
    'SAP不接受用户 {user} 或其密码，请检查参数 sap.odata.user 和 sap.odata.secret',
    'SAP does not accept the user {user} or its password; check the parameters sap.odata.user and sap.odata.secret',
  ),
  'sap.forbidden': label(
    'SAP用户 {user} 无权读取 {set}，请在SAP中授权',
    'The SAP user {user} may not read {set}; grant it in SAP',
  ),
  'sap.gone': label(
    'SAP中没有服务 {service} 的 {set}，请启用该服务，或在参数 sap.mapping 中填写实际的服务',
    'SAP has no {set} in {service}; activate the service, or name the right one in the parameter sap.mapping',
  ),
  'sap.busy': label(
    'SAP繁忙，多次重试后仍未答复；请稍后再同步，会从断点继续',
    'SAP is busy and did not answer after several tries. Sync again later; it goes on where it stopped',
  ),
  'sap.answer': label('看不懂SAP的答复：{reason}', 'The answer of SAP cannot be understood: {reason}'),
  'sap.stopped': label('已停止；再同步会从断点继续', 'Stopped. Syncing again goes on where it stopped'),
  'sap.fault': label(
    '处理时出错，已停在断点；请再同步一次，仍出错时请系统管理员按运行时间查看服务器日志',
    'An error broke it off where it stands. Sync again; if it breaks off once more, ask an administrator to look into the log of the server at the time of the run',
  ),
  'sap.unit-unknown': label(
    'SAP单位「{unit}」在本系统没有对应单位，请先同步单位，或在计量单位填写其SAP单位',
    'The SAP unit “{unit}” is not known here; sync the units first, or enter it as the SAP unit of one of ours',
  ),
  'sap.type-unknown': label(
    'SAP物料组「{group}」没有对应的物料类型，请先同步物料类型，或在物料类型填写其SAP物料组',
    'The SAP group “{group}” has no material type; sync the types first, or enter it as the SAP group of one of ours',
  ),
  'sap.material-unknown': label(
    'SAP物料「{material}」不在本系统，请先同步物料',
    'The SAP material “{material}” is not here; sync the materials first',
  ),
  'sap.supplier-unknown': label(
    'SAP供应商「{supplier}」不在本系统，请先同步供应商',
    'The SAP supplier “{supplier}” is not here; sync the suppliers first',
  ),
  'sap.plant-unknown': label(
    'SAP工厂「{plant}」没有对应的项目部或工厂，请在项目部体系填写其SAP工厂，或在部门填写工厂的SAP编码',
    'The SAP plant “{plant}” has neither site nor factory; enter it as the SAP plant of a site, or as the SAP code of a factory in the departments',
  ),
  'sap.store-unknown': label(
    'SAP库存地点「{plant} / {storage}」没有对应的工厂仓库，请在工厂仓库填写其SAP库存地点',
    'The SAP storage location “{plant} / {storage}” is no store of the factory; enter it as the SAP storage location of one of ours',
  ),
  'sap.company-unknown': label(
    'SAP公司「{company}」没有对应的公司部门，请在部门填写该公司的SAP编码',
    'The SAP company “{company}” is not known; enter it as the SAP code of a company in the departments',
  ),
  'sap.base-unit-changed': label(
    'SAP把基本单位改为「{unit}」，本系统为「{own}」且不能直接修改，请新建物料或在SAP改回',
    'SAP changed the base unit to “{unit}”; here it is “{own}” and cannot simply change. Make a new material, or change it back in SAP',
  ),
  'sap.code-taken': label(
    '编码「{code}」已被本地记录「{name}」使用：若为同一条，请在该记录填写SAP编码；若不是，本系统的编码不能修改，请在SAP改用另一编码；然后再同步',
    'The code “{code}” belongs to “{name}”, which was entered here. If both are the same, enter the SAP code there; if not, codes here never change, so use another code in SAP. Then sync again',
  ),
  'sap.quantity-invalid': label(
    '单位「{unit}」的换算数量无效：{value}',
    'The quantities of the unit “{unit}” make no conversion: {value}',
  ),
  'sap.conversion-conflict': label(
    '单位「{unit}」的换算与本地维护的不同（SAP：{sap}；本地：{own}），请先修正其中一方',
    'The conversion of “{unit}” differs from the one entered here (SAP: {sap}; here: {own}); correct one of them first',
  ),
  'sap.constant-conflict': label(
    '单位「{unit}」在SAP的换算（{sap}）与通用换算不同，请在SAP改正',
    'SAP converts “{unit}” otherwise ({sap}) than the constants do; correct it in SAP',
  ),
  'sap.price-invalid': label(
    'SAP价格无效：金额、数量或生效日期缺失，或不大于 0；请在SAP更正',
    'SAP gives no valid price: the amount, its quantity or its first day is missing or not above 0; correct it in SAP',
  ),
  'sap.tax-unknown': label(
    'SAP价格和物料「{material}」都没有税率，请在物料填写税率，或在SAP补充',
    'Neither the price of SAP nor the material “{material}” has a tax rate; enter it at the material or in SAP',
  ),
  'sap.price-overlap': label(
    '与本地价格有效期重叠（{start} 起），请先截止本地价格',
    'It overlaps a price entered here (from {start}); end that one first',
  ),
  'sap.supplier-taken': label(
    '供应商「{name}」（SAP供应商 {other}）已使用统一社会信用代码 {creditCode}，请在SAP更正其中一方的信用代码',
    'The supplier “{name}” (SAP supplier {other}) has the credit code {creditCode} already; correct it in SAP for one of the two',
  ),
});
