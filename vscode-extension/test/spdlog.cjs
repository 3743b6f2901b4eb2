// Stands in for VS Code's writer of log files, a native module whose building takes a compiler.
// Without it a real VS Code shows empty logs: setup.sh puts this in its place.
const { appendFileSync, mkdirSync } = require("node:fs");
const path = require("node:path");

const LEVELS = ["trace", "debug", "info", "warn", "error", "critical", "off"];

class Logger {
  constructor(_type, _name, file) {
    this.file = file;
    this.level = 2;
    this.isPlain = false;
  }

  write(level, message) {
    if (level < this.level) return;
    const now = new Date().toISOString().replace("T", " ").slice(0, -1);
    const line = this.isPlain ? message : `${now} [${LEVELS[level]}] ${message}\n`;
    appendFileSync(this.file, line);
  }

  getLevel() {
    return this.level;
  }

  setLevel(level) {
    this.level = level;
  }

  clearFormatters() {
    this.isPlain = true;
  }

  setPattern() {}
  flush() {}
  drop() {}
}

for (const [level, name] of LEVELS.slice(0, -1).entries()) {
  Logger.prototype[name] = function (message) {
    this.write(level, message);
  };
}

async function create(name, file) {
  mkdirSync(path.dirname(file), { recursive: true });
  return new Logger("rotating", name, file);
}

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
