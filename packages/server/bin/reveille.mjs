#!/usr/bin/env node
// Units that were written for an earlier version name this file.
import './reveille.cjs'
