import { describeCsv } from 'tab-testing'
import { tab } from './tab'

describeCsv(tab)
