import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { expect } from './test'

/** @returns the texts and numbers of the rows of an Excel file, the header first */
export async function readExcel(file: Download): Promise<string[][]> {
  expect(file.suggestedFilename()).toMatch(/^[\p{L} ]+[^/]* \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.xlsx$/u)
  const { 'xl/worksheets/sheet1.xml': sheet } = unzipSync(await readFile(await file.path()))
  if (!sheet) throw new Error('The file has no sheet.')
  const rows = strFromU8(sheet).match(/<row\b.*?<\/row>/gs) ?? []
  return rows.map((row) => [...row.matchAll(/<(?:t|v)\b[^>]*>(.*?)<\//gs)].map(([, value = '']) => value))
}
