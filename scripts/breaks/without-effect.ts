/** Breaks of a module that change nothing that anybody could see, each by its key and with the reason. */
export const WITHOUT_EFFECT: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
