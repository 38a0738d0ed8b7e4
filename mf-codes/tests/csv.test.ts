import { describeCsv } from 'tab-testing'
import { codes } from './section'

describeCsv(codes)
