import { hostsIn } from '../../../parts/addresses/embedding.rules.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { isAllowedPassword, isPasswordMinLength } from '../sign-in/password.rules.ts';

interface ParameterRule {
  readonly allows: (value: string) => boolean;
  readonly rule: Label;
}

const whole = (low: number, high: number): ParameterRule => ({
  allows: (value) => /^\d{1,9}$/.test(value) && Number(value) >= low && Number(value) <= high,
  rule: label(`${low} 到 ${high} 的整数`, `a whole number from ${low} to ${high}`),
});
const flag: ParameterRule = { allows: (value) => value === '0' || value === '1', rule: label('0 或 1', '0 or 1') };

const isPlainAddress = (value: string): boolean =>
  URL.canParse(value) &&
  /^https?:$/.test(new URL(value).protocol) &&
  value.replace(/\/$/, '') === new URL(value).origin;
function isJsonObject(value: string): boolean {
  try {
    const read = JSON.parse(value) as unknown;
    return typeof read === 'object' && read !== null && !Array.isArray(read);
  } catch {
    return false;
  }
}

/**
 * What values the program can work with; keys without a rule take any text.
 * A map, since people enter keys: `__proto__` is one without a rule.
 */
export const PARAMETER_RULES: ReadonlyMap<string, ParameterRule> = new Map(
  Object.entries<ParameterRule>({
    'account.failCount': whole(3, 10),
    'account.failWindowMinutes': whole(1, 60),
    'account.lockMinutes': whole(5, 60),
    'captcha.afterFailures': whole(1, 3),
    'session.maxPerUser': whole(1, 200),
    'session.lockTries': whole(3, 20),
    'ui.languageSwitch': flag,
    'ui.statusWhiteList': {
      allows: (value) => value === '-' || /^[45]\d\d(,[45]\d\d)*$/.test(value),
      rule: label(
        '400 到 599 的状态码，逗号分隔，如 460,461；没有则填 -',
        'codes from 400 to 599 with commas, like 460,461; - for none',
      ),
    },
    'embed.allowedHosts': {
      allows: (value) => value === '-' || hostsIn(value) !== undefined,
      rule: label(
        '主机名，逗号分隔，如 bi.example.com,report.example.com；没有则填 -',
        'host names with commas, like bi.example.com,report.example.com; - for none',
      ),
    },
    'social.allowedHosts': {
      allows: (value) => value === '-' || hostsIn(value.replaceAll(/(^|[,，\s])https?:\/\//gi, '$1')) !== undefined,
      rule: label(
        '主机名，逗号分隔，如 id.example.com；没有加密的写作 http://10.0.0.5:9000；没有则填 -',
        'host names with commas, like id.example.com; one without TLS as http://10.0.0.5:9000; - for none',
      ),
    },
    'sap.enabled': flag,
    'sap.pullMinutes': whole(5, 1_440),
    'sap.batchSize': whole(10, 5_000),
    'sap.timeoutSeconds': whole(5, 600),
    'sap.tries': whole(1, 10),
    'sap.odata.url': {
      allows: (value) => value === '-' || isPlainAddress(value),
      rule: label(
        'SAP主机地址，如 https://sap.example.com，不带路径；没有则填 -',
        'the address of the SAP host, like https://sap.example.com, without a path; - for none',
      ),
    },
    'sap.mapping': {
      allows: (value) => value === '-' || isJsonObject(value),
      rule: label('JSON 对象；用默认映射则填 -', 'a JSON object; - for the default mapping'),
    },
    'sap.allowedHosts': {
      allows: (value) => value === '-' || hostsIn(value.replaceAll(/(^|[,，\s])https?:\/\//gi, '$1')) !== undefined,
      rule: label(
        '主机名，逗号分隔，如 sap.example.com；没有加密的写作 http://10.0.0.5:8000；没有则填 -',
        'host names with commas, like sap.example.com; one without TLS as http://10.0.0.5:8000; - for none',
      ),
    },
    'tenant.default.password': {
      allows: isAllowedPassword,
      rule: label('6-12位数字和字母', '6 to 12 letters and digits'),
    },
    'account.initPassword': {
      allows: isAllowedPassword,
      rule: label('6-12位数字和字母', '6 to 12 letters and digits'),
    },
    'account.passwordMinLength': {
      allows: isPasswordMinLength,
      rule: label('0（6-12位数字和字母）或 8 到 128', '0 (6 to 12 letters and digits), or 8 to 128'),
    },
    'account.registerUser': flag,
    'download.queryToken': flag,
    'file.dailyMegabytes': whole(1, 1_000_000),
    'approval.separation': flag,
    'offline.hours': whole(1, 72),
    'log.usualDays': whole(1, 3_650),
    'log.apiDays': whole(1, 3_650),
    'log.errorDays': whole(1, 3_650),
    'log.slowMs': whole(50, 600_000),
  }),
);
