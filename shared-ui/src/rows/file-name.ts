import { campaignTime } from './campaign-time'

/** Characters that a file system refuses or nobody sees. */
const REFUSED = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu
const MAX_LENGTH = 80

/**
 * Returns the name of an Excel file with the time, so that Excel can have two of them open: 'Codigos 2026-11-26 10.31.05.xlsx'.
 *
 * @param name any text, such as the label of a tab
 */
export function fileName(name: string, now = new Date()): string {
  const plain = [...name.replace(REFUSED, ' ')].slice(0, MAX_LENGTH).join('').trim()
  return `${plain} ${campaignTime(now).replaceAll(':', '.')}.xlsx`.trim()
}
