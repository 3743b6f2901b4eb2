/** Waits for something that VS Code gives no event for; returns it. */
exports.until = async (get) => {
  for (const began = Date.now(); ; ) {
    const value = await get();
    if (value) return value;
    if (Date.now() - began > 120_000) throw new Error(`never: ${get}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
