import { describeCsv } from 'tab-testing'
import { codes } from './tab'

describeCsv(codes)
