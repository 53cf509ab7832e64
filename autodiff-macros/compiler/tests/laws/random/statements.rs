//! Programs as text: statements.

use super::render::*;
use super::*;

impl Renderer<'_> {
    pub(super) fn stmts(&mut self, stmts: &[Stmt]) {
        for s in stmts {
            self.stmt(s);
        }
    }

    /// `place op= value` with a tame factor.
    pub(super) fn assign(&mut self, place: &str, op: u8, value: &str) {
        match op % 6 {
            0 | 1 => self.line(&format!("{place} += {value};")),
            2 => self.line(&format!("{place} -= {value};")),
            3 => self.line(&format!("{place} *= f64::sin({value});")),
            4 => self.line(&format!("{place} /= 1.5 + f64::cos({value});")),
            _ => self.line(&format!("{place} = f64::atan({value});")),
        }
    }

    pub(super) fn stmt(&mut self, s: &Stmt) {
        match s {
            Stmt::Let(mutable, e) => {
                self.whole = true;
                let value = self.real(e);
                let name = self.name("t");
                self.line(&format!(
                    "let {}{name}{} = {value};",
                    if *mutable { "mut " } else { "" },
                    if e.is_typed() { "" } else { ": f64" }
                ));
                self.add_real(name, *mutable);
            }
            Stmt::LetInt(mutable, i) => {
                let value = self.int(i);
                let name = self.name("k");
                self.line(&format!(
                    "let {}{name}: usize = {value};",
                    if *mutable { "mut " } else { "" }
                ));
                self.scope.ints.push(IntVar { name, mutable: *mutable, within: Vec::new() });
            }
            Stmt::Step(k, op, i) => {
                let mutable: Vec<String> =
                    self.scope.ints.iter().filter(|v| v.mutable).map(|v| v.name.clone()).collect();
                let by = self.int(i);
                if let Some(name) = Self::pick(&mutable, *k) {
                    match op % 5 {
                        0 => self.line(&format!("{name} += 1;")),
                        1 => self.line(&format!("{name} += 2;")),
                        2 => self.line(&format!("{name} = {name} + {by} % 7;")),
                        3 => self.line(&format!("{name} = ({name} * 3 + {by}) % 11;")),
                        _ => self.line(&format!("{name} -= {name} % ({by} + 1);")),
                    }
                }
            }
            Stmt::LetFloor(e) => {
                let value = self.real(e);
                let name = self.name("k");
                self.line(&format!("let {name} = f64::abs({value}).min(5.0) as usize;"));
                self.scope.ints.push(IntVar { name, mutable: false, within: Vec::new() });
            }
            Stmt::Shadow(k, e) => {
                let names: Vec<String> = self
                    .scope
                    .reals
                    .iter()
                    .filter(|v| v.code != "x" && v.code.chars().all(char::is_alphanumeric))
                    .map(|v| v.code.clone())
                    .collect();
                let value = self.real(e);
                if let Some(name) = Self::pick(&names, *k) {
                    self.line(&format!("let {name}: f64 = {value};"));
                    self.scope.reals.retain(|v| v.code != name);
                    self.scope.passives.retain(|p| *p != name);
                    self.add_real(name, false);
                }
            }
            Stmt::Assign(k, op, e) => {
                let mutable: Vec<String> =
                    self.scope.reals.iter().filter(|v| v.mutable).map(|v| v.code.clone()).collect();
                let value = self.real(e);
                match Self::pick(&mutable, *k) {
                    Some(name) => self.assign(&name, *op, &value),
                    None => {
                        let name = self.name("t");
                        self.line(&format!("let {name}: f64 = {value};"));
                    }
                }
            }
            Stmt::AssignAt(k, i, op, e) => {
                let Some(s) = self.seq(*k, |s| s.mutable) else { return };
                let (name, i, value) = (s.name.clone(), self.int(i), self.real(e));
                match s.container {
                    Container::Array(n) => self.assign(&format!("{name}[{i} % {n}]"), *op, &value),
                    Container::Matrix => {
                        self.assign(&format!("{name}[{i} % 3][({i} + 1) % 2]"), *op, &value)
                    }
                    Container::Rows => {
                        // a vector is borrowed before its indices are known
                        let (at, column) = (self.name("k"), self.name("k"));
                        self.line(&format!(
                            "let ({at}, {column}) = ({i} % {name}.len(), ({i} + 1) % 2);"
                        ));
                        self.assign(&format!("{name}[{at}][{column}]"), *op, &value);
                    }
                    Container::Slice | Container::Vec => match self.known_index(&name, *k) {
                        Some(i) => self.assign(&format!("{name}[{i}]"), *op, &value),
                        None => {
                            let at = self.name("k");
                            self.line(&format!(
                                "if {name}.len() > 0 {{ let {at} = {i} % {name}.len();"
                            ));
                            self.assign(&format!("{name}[{at}]"), *op, &value);
                            self.line("}");
                        }
                    },
                }
            }
            Stmt::If(t, a, b) => {
                let t = self.truth(t);
                self.line(&format!("if {t} {{"));
                self.block(a, |_| {});
                if !b.is_empty() {
                    self.line("} else {");
                    self.block(b, |_| {});
                }
                self.line("}");
            }
            Stmt::ElseIf(t, a, u, b, c) => {
                let (t, u) = (self.truth(t), self.truth(u));
                self.line(&format!("if {t} {{"));
                self.block(a, |_| {});
                self.line(&format!("}} else if {u} {{"));
                self.block(b, |_| {});
                self.line("} else {");
                self.block(c, |_| {});
                self.line("}");
            }
            Stmt::Match(i, arms) => {
                let i = self.int(i);
                self.line(&format!("match {i} {{"));
                for (pattern, arm) in
                    ["0 | 3", "1..=2", "k if k % 2 == 0", "_"].iter().zip(arms.iter())
                {
                    self.line(&format!("{pattern} => {{"));
                    self.block(arm, |_| {});
                    self.line("}");
                }
                self.line("}");
            }
            Stmt::For(kind, from, to, body) => self.for_(*kind, from, to, body),
            Stmt::Each(kind, s, t, body) => self.each(*kind, *s, *t, body),
            Stmt::While(bound, t, body) => {
                let (bound, k, label) = (self.int(bound), self.name("k"), self.name("'l"));
                self.line(&format!("let mut {k}: usize = 0;"));
                self.scope.ints.push(IntVar {
                    name: k.clone(),
                    mutable: false,
                    within: Vec::new(),
                });
                let t = self.truth(t);
                self.line(&format!("{label}: while {k} < {bound} % 5 && ({t}) {{\n{k} += 1;"));
                self.block(body, |r| r.scope.loops.push((label, false)));
                self.line("}");
            }
            Stmt::Loop(bound, t, body) => {
                let (bound, k, label) = (self.int(bound), self.name("k"), self.name("'l"));
                self.line(&format!("let mut {k}: usize = 0;"));
                self.scope.ints.push(IntVar {
                    name: k.clone(),
                    mutable: false,
                    within: Vec::new(),
                });
                self.line(&format!(
                    "{label}: loop {{\nif {k} >= {bound} % 5 {{ break; }}\n{k} += 1;"
                ));
                let end = |r: &mut Self| {
                    let t = r.truth(t);
                    r.line(&format!("if {t} {{ break {label}; }}\n}}"));
                };
                self.block_to(body, |r| r.scope.loops.push((label.clone(), false)), end);
            }
            Stmt::LoopValue(bound, t, body, a, b) => {
                let (bound, k, label, name) =
                    (self.int(bound), self.name("k"), self.name("'l"), self.name("t"));
                self.line(&format!("let mut {k}: usize = 0;"));
                self.scope.ints.push(IntVar {
                    name: k.clone(),
                    mutable: false,
                    within: Vec::new(),
                });
                let (before, a) = self.nested(false, |r| r.real(a));
                self.line(&format!(
                    "let {name}: f64 = {label}: loop {{\nif {k} >= {bound} % 5 {{ \
                    {before} break {a}; }}\n{k} += 1;"
                ));
                let end = |r: &mut Self| {
                    let t = r.truth(t);
                    let (before, b) = r.nested(false, |r| r.real(b));
                    r.line(&format!("if {t} {{ {before} break {label} {b}; }}\n}};"));
                };
                self.block_to(body, |r| r.scope.loops.push((label.clone(), true)), end);
                self.add_real(name, false);
            }
            Stmt::Break(t, k) => {
                let Some((label, value)) = Self::pick(&self.scope.loops, *k) else { return };
                let t = self.truth(t);
                self.line(&format!(
                    "if {t} {{ break {label}{}; }}",
                    if value { " x * 0.5" } else { "" }
                ));
            }
            Stmt::Continue(t, k) => {
                let Some((label, _)) = Self::pick(&self.scope.loops, *k) else { return };
                let t = self.truth(t);
                self.line(&format!("if {t} {{ continue {label}; }}"));
            }
            Stmt::Return(..) if self.scope.inside => {}
            Stmt::Return(t, e) => {
                let t = self.truth(t);
                let (before, e) = self.nested(false, |r| r.real(e));
                let (before, e) = match self.output {
                    Output::Option | Output::OptionP | Output::Holder | Output::ResultValue => {
                        let name = self.name("t");
                        (format!("{before} let {name}: f64 = {e};"), name)
                    }
                    _ => (before, e),
                };
                let value = match self.output {
                    Output::Real => e,
                    Output::Pair => format!("({e}, x)"),
                    Output::Vec => format!("vec![{e}]"),
                    Output::Array => format!("[x, {e}, 0.5]"),
                    Output::RealAndVec => format!("({e}, vec![x; 2])"),
                    Output::Struct => format!("P {{ a: {e}, b: x }}"),
                    Output::Enum => format!("E::A({e})"),
                    Output::Option => self.option_value(self.next as u8, Content::Real, &e),
                    Output::OptionP => self.option_value(self.next as u8, Content::P, &e),
                    Output::ResultValue => self.result_value(self.next as u8, &e),
                    Output::Holder => self.some_holder(self.next as u8, &e, "x"),
                    Output::Unit => String::new(),
                };
                self.line(&format!("if {t} {{ {before} return {value}; }}"));
            }
            Stmt::Pair(k, a, b) => {
                let (typed_a, typed) = (a.is_typed(), a.is_typed() && b.is_typed());
                let (a, b) = (self.real(a), self.real(b));
                let (p, q) = (self.name("p"), self.name("q"));
                let ty = if typed { "" } else { ": (f64, f64)" };
                match k % 4 {
                    0 => {
                        self.line(&format!("let ({p}, mut {q}){ty} = ({a}, {b});"));
                        self.add_real(p, false);
                        self.add_real(q, true);
                    }
                    1 => {
                        self.line(&format!("let mut {p}{ty} = ({a}, {b});"));
                        self.add_real(format!("{p}.0"), true);
                        self.add_real(format!("{p}.1"), true);
                    }
                    2 => {
                        self.line(&format!("let {p}: ((f64, f64), f64) = (({a}, {b}), x);"));
                        self.add_real(format!("{p}.0.1"), false);
                        self.add_real(format!("{p}.0.0"), false);
                    }
                    _ => {
                        let a = if typed_a {
                            format!("({a}).sin_cos()")
                        } else {
                            format!("f64::sin_cos({a})")
                        };
                        self.line(&format!("let ({p}, {q}) = {a};"));
                        self.add_real(p, false);
                        self.add_real(q, false);
                    }
                }
            }
            Stmt::Exchange(a, b) => {
                let mutable: Vec<String> =
                    self.scope.reals.iter().filter(|v| v.mutable).map(|v| v.code.clone()).collect();
                if let (Some(a), Some(b)) = (Self::pick(&mutable, *a), Self::pick(&mutable, *b))
                    && a != b
                {
                    self.line(&format!("({a}, {b}) = ({b}, {a});"));
                }
            }
            Stmt::LetVec(kind, a, b, i, s) => {
                let name = self.name("w");
                let (a, b, i) = (self.real(a), self.real(b), self.int(i));
                let value = match (kind % 6, self.flat(*s)) {
                    (0, _) => format!("vec![{a}; {i} % 4]"),
                    (1, _) => format!("vec![{a}, {b}]"),
                    (2, _) => "Vec::new()".into(),
                    (3, _) => format!("Vec::with_capacity({i})"),
                    (4, Some(s)) if s.container == Container::Vec && !s.reference => {
                        format!("{}.clone()", s.name)
                    }
                    (4 | 5, Some(s)) if kind % 2 == 0 && s.container != Container::Array(2) => {
                        format!("{}[..].to_vec()", s.name)
                    }
                    (4 | 5, Some(s)) => format!("{}.to_vec()", s.name),
                    _ => format!("vec![{a}; 3]"),
                };
                self.line(&format!("let mut {name}: Vec<f64> = {value};"));
                self.add_seq(name, Container::Vec, false, true);
            }
            Stmt::LetArray(kind, a, b) => {
                let name = self.name("a");
                let (a, b) = (self.real(a), self.real(b));
                let value =
                    if kind % 2 == 0 { format!("[{a}, {b}, x]") } else { format!("[{a}; 3]") };
                self.line(&format!("let mut {name}: [f64; 3] = {value};"));
                self.add_seq(name, Container::Array(3), false, true);
            }
            Stmt::LetMatrix(kind, a, b, i) => {
                let name = self.name("m");
                let (a, b, i) = (self.real(a), self.real(b), self.int(i));
                match kind % 4 {
                    0 => self.line(&format!(
                        "let mut {name}: [[f64; 2]; 3] = [[{a}, {b}], [x, 0.5], [{b}, x]];"
                    )),
                    1 => self.line(&format!("let mut {name}: [[f64; 2]; 3] = [[{a}; 2]; 3];")),
                    2 => self.line(&format!(
                        "let mut {name}: Vec<Vec<f64>> = vec![vec![{a}; 2]; {i} % 3 + 1];"
                    )),
                    _ => self.line(&format!(
                        "let mut {name}: Vec<Vec<f64>> = vec![vec![{a}, {b}], vec![x, {b}]];"
                    )),
                }
                self.add_seq(
                    name,
                    if kind % 4 < 2 { Container::Matrix } else { Container::Rows },
                    false,
                    true,
                );
            }
            Stmt::Row(k, i) => {
                let Some(m) =
                    self.seq(*k, |s| matches!(s.container, Container::Matrix | Container::Rows))
                else {
                    return;
                };
                let (name, i) = (self.name("r"), self.int(i));
                self.freeze(&m.name);
                match m.container {
                    Container::Matrix => {
                        self.line(&format!("let {name} = &{}[{i} % 3];", m.name));
                        self.add_seq(name, Container::Array(2), true, false);
                    }
                    _ if k % 2 == 0 => {
                        self.line(&format!("let {name} = &{0}[{i} % {0}.len()][..];", m.name));
                        self.add_seq(name, Container::Slice, true, false);
                    }
                    _ => {
                        self.line(&format!("let {name} = &{0}[{i} % {0}.len()];", m.name));
                        self.add_seq(name, Container::Vec, true, false);
                    }
                }
            }
            Stmt::Slice(kind, k, i, j) => {
                let Some(s) = self.flat(*k) else { return };
                let (name, i, j) = (self.name("s"), self.int(i), self.int(j));
                let root = &s.name;
                match kind % 4 {
                    0 => self.line(&format!("let {name} = &{root}[{i} % ({root}.len() + 1)..];")),
                    1 => self.line(&format!("let {name} = &{root}[..{i} % ({root}.len() + 1)];")),
                    2 => {
                        let (from, to) = (self.name("k"), self.name("k"));
                        self.line(&format!(
                            "let {from} = {i} % ({root}.len() + 1);\nlet {to} = {from} + {j} % \
                             ({root}.len() + 1 - {from});"
                        ));
                        self.line(&format!("let {name} = &{root}[{from}..{to}];"));
                    }
                    _ => self.line(&format!("let {name} = &{root}[..];")),
                }
                self.freeze(root);
                self.add_seq(name, Container::Slice, true, false);
            }
            Stmt::Unpack(k) => {
                let Some(s) = self.seq(*k, |s| s.container == Container::Array(3) && !s.reference)
                else {
                    return;
                };
                let (p, q) = (self.name("p"), self.name("q"));
                self.line(&format!("let [{p}, _, mut {q}] = {};", s.name));
                self.add_real(p, false);
                self.add_real(q, true);
            }
            Stmt::Push(k, e) => {
                let value = self.real(e);
                let Some(s) =
                    self.seq(*k, |s| s.mutable && s.container == Container::Vec && !s.reference)
                else {
                    return;
                };
                self.line(&format!("{}.push({value});", s.name));
            }
            Stmt::Pop(k, bind) => {
                let Some(s) = self.seq(*k, |s| {
                    s.mutable && s.container == Container::Vec && !s.reference && !s.pinned
                }) else {
                    return;
                };
                if *bind {
                    let name = self.name("t");
                    self.line(&format!(
                        "let {name}: f64 = if {0}.len() > 1 {{ {0}.pop().unwrap() }} else {{ x }};",
                        s.name
                    ));
                    self.add_real(name, false);
                } else {
                    self.line(&format!("{}.pop();", s.name));
                }
            }
            Stmt::Swap(k, i, j) => {
                let Some(s) = self.changeable(*k) else { return };
                let (i, j) = (self.int(i), self.int(j));
                match s.container {
                    Container::Array(n) => {
                        // an array is borrowed as a slice before the indices are known
                        let (a, b) = (self.name("k"), self.name("k"));
                        self.line(&format!(
                            "{{ let ({a}, {b}) = ({i} % {n}, {j} % {n}); {}.swap({a}, {b}); }}",
                            s.name
                        ));
                    }
                    _ => {
                        let (a, b) = (self.name("k"), self.name("k"));
                        self.line(&format!(
                            "if !{0}.is_empty() {{ let {a} = {i} % {0}.len(); let {b} = {j} % \
                             {0}.len(); {0}.swap({a}, {b}); }}",
                            s.name
                        ));
                    }
                }
            }
            Stmt::Move(k) => {
                let depth = self.scope.depth;
                let Some(s) = self.seq(*k, |s| {
                    s.container == Container::Vec
                        && !s.reference
                        && s.depth == depth
                        && !s.pinned
                        && (s.mutable || s.name == "w")
                }) else {
                    return;
                };
                let name = self.name("w");
                self.line(&format!("let mut {name} = {};", s.name));
                self.scope.seqs.retain(|t| t.name != s.name);
                self.add_seq(name, Container::Vec, false, true);
            }
            Stmt::CallPair(f, e, i) => {
                let fitting: Vec<usize> =
                    (0..self.callable.len()).filter(|k| self.callable[*k] == 2).collect();
                let Some(g) = Self::pick(&fitting, *f) else { return };
                let (x, i) = (self.real(e), self.int(i));
                let (p, q) = (self.name("p"), self.name("q"));
                let p_ = if f % 3 == 0 { "_" } else { &p };
                self.line(&format!("let ({p_}, mut {q}) = g{g}({x} - {}, {i});", self.active()));
                if f % 3 != 0 {
                    self.add_real(p.clone(), false);
                }
                self.add_real(q, true);
            }
            Stmt::CallVec(f, e, s) => {
                let fitting: Vec<usize> = (0..self.callable.len())
                    .filter(|k| matches!(self.callable[*k], 3 | 6))
                    .collect();
                let Some(g) = Self::pick(&fitting, *f) else { return };
                let x = self.real(e);
                let argument =
                    if self.callable[g] == 3 { self.borrowed(*s) } else { self.owned(*s, e) };
                let name = self.name("w");
                self.line(&format!("let mut {name} = g{g}({x} + {}, {argument});", self.active()));
                self.add_seq(name, Container::Vec, false, true);
            }
            Stmt::CallArray(f, e, s) => {
                let fitting: Vec<usize> =
                    (0..self.callable.len()).filter(|k| self.callable[*k] == 4).collect();
                let Some(g) = Self::pick(&fitting, *f) else { return };
                let x = self.real(e);
                let argument = match self.seq(*s, |s| s.container == Container::Array(3)) {
                    Some(a) => format!("{}{}", if a.reference { "*" } else { "" }, a.name),
                    None => "[x, 0.5, 0.25]".into(),
                };
                let name = self.name("a");
                self.line(&format!(
                    "let mut {name}: [f64; 3] = g{g}({x} + {}, {argument});",
                    self.active()
                ));
                self.add_seq(name, Container::Array(3), false, true);
            }
            Stmt::LetChain(kind, s, t, parts, i) => {
                let value = self.collected(*kind, *s, *t, parts, i);
                let name = self.name("w");
                self.line(&format!("let mut {name}: Vec<f64> = {value};"));
                self.add_seq(name, Container::Vec, false, true);
            }
            Stmt::LetStruct(..)
            | Stmt::AssignStruct(..)
            | Stmt::LetList(..)
            | Stmt::EachStruct(..)
            | Stmt::AssignInList(..)
            | Stmt::LetEnum(..)
            | Stmt::MatchEnum(..) => self.typed_stmt(s),
            Stmt::LetOption(..)
            | Stmt::SetOption(..)
            | Stmt::IfLet(..)
            | Stmt::LetElse(..)
            | Stmt::LetMany(..)
            | Stmt::EachOption(..)
            | Stmt::MatchHolder(..) => self.option_stmt(s),
            Stmt::LetResult(k, s, e) => self.let_result(*k, *s, e),
            Stmt::MatchResult(k, s, good, bad) => self.match_result(*k, *s, good, bad),
            Stmt::CallUnique(f, s, e) => self.call_unique(*f, *s, e),
            Stmt::CallStruct(f, s, e) => self.call_struct(*f, *s, e),
            Stmt::CallOption(f, question, e) => self.call_option(*f, *question, e),
            Stmt::Parts(kind, k, e, body) => self.parts(*kind, *k, e, body),
            Stmt::CallParts(f, k, e) => self.call_parts(*f, *k, e),
            Stmt::CallCounts(f, k, e) => self.call_counts(*f, *k, e),
            Stmt::LetPlain(..)
            | Stmt::Change(..)
            | Stmt::Trade(..)
            | Stmt::Rename(..)
            | Stmt::Inner(..)
            | Stmt::Retype(..)
            | Stmt::EachCount(..) => self.plain_stmt(s),
        }
    }

    /// A sequence that something borrows is not changed while the borrow may be used.
    pub(super) fn freeze(&mut self, name: &str) {
        for s in self.scope.seqs.iter_mut().filter(|s| s.name == name) {
            s.mutable = false;
            s.pinned = true;
            s.depth = 99;
        }
        let within =
            |part: &str| part.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', '[']));
        self.scope.reals.iter_mut().filter(|v| within(&v.code)).for_each(|v| v.mutable = false);
        self.scope.ints.iter_mut().filter(|v| within(&v.name)).for_each(|v| v.mutable = false);
        let root = name.split('.').next().unwrap_or(name).to_string();
        let of = |name: &str| name.split('.').next() == Some(&root);
        self.scope.structs.iter_mut().filter(|s| of(&s.name)).for_each(|s| s.mutable = false);
        self.scope.enums.iter_mut().filter(|e| of(&e.name)).for_each(|e| e.mutable = false);
        self.scope.options.iter_mut().filter(|o| of(&o.code)).for_each(|o| o.mutable = false);
    }

    /// A sequence that is borrowed uniquely is not there while the borrow may be used.
    pub(super) fn hide(&mut self, name: &str) {
        let root = name.split('.').next().unwrap_or(name).to_string();
        self.scope.seqs.retain(|s| s.name != name);
        self.scope.reals.retain(|v| !v.code.starts_with(&format!("{name}[")));
        let of = |name: &str| name.split('.').next() == Some(&root);
        self.scope.structs.retain(|s| !of(&s.name));
        self.scope.enums.retain(|e| !of(&e.name));
        self.scope.options.retain(|o| !of(&o.code));
    }

    pub(super) fn for_(&mut self, kind: u8, from: &Index, to: &Index, body: &[Stmt]) {
        let (from, to, i, label) = (self.int(from), self.int(to), self.name("i"), self.name("'l"));
        let range = match kind % 6 {
            0 => format!("0..{to} % 5"),
            1 => format!("{from} % 3..{to} % 6"),
            2 => format!("{from} % 3..={to} % 4"),
            3 => format!("({from} % 3..{to} % 6).rev()"),
            4 => format!("(0..{to} % 8).step_by({from} % 3 + 1)"),
            _ => format!("(0..={to} % 4).rev()"),
        };
        self.line(&format!("{label}: for {i} in {range} {{"));
        self.block(body, |r| {
            r.scope.loops.push((label, false));
            r.scope.ints.push(IntVar { name: i, mutable: false, within: Vec::new() });
        });
        self.line("}");
    }

    /// A loop over a sequence, or two.
    pub(super) fn each(&mut self, kind: u8, s: u8, t: u8, body: &[Stmt]) {
        let Some(s) = self.flat(s) else { return };
        let t = self.flat(t).unwrap_or_else(|| s.clone());
        let label = self.name("'l");
        let (e, e2, i) = (self.name("e"), self.name("e"), self.name("i"));
        let name = s.name.clone();
        match kind % 7 {
            0 => {
                self.line(&format!("{label}: for {i} in 0..{name}.len() {{"));
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.scope
                        .seqs
                        .iter_mut()
                        .filter(|s| s.name == name)
                        .for_each(|s| s.pinned = true);
                    r.scope.ints.push(IntVar { name: i, mutable: false, within: vec![name] });
                });
            }
            1 | 2 => {
                let over = match kind % 7 {
                    1 => format!("{name}.iter()"),
                    _ if s.reference && !s.unique => name.clone(),
                    _ if s.reference => format!("{name}.iter()"),
                    _ => format!("&{name}"),
                };
                self.line(&format!("{label}: for {e} in {over} {{"));
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.freeze(&name);
                    r.add_real(format!("*{e}"), false);
                });
            }
            3 => {
                self.line(&format!("{label}: for ({i}, {e}) in {name}.iter().enumerate() {{"));
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.freeze(&name);
                    r.add_real(format!("*{e}"), false);
                    r.scope.ints.push(IntVar { name: i, mutable: false, within: vec![name] });
                });
            }
            4 => {
                self.line(&format!(
                    "{label}: for ({e}, {e2}) in {name}.iter().zip({}.iter()) {{",
                    t.name
                ));
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.freeze(&name);
                    r.freeze(&t.name);
                    r.add_real(format!("*{e}"), false);
                    r.add_real(format!("*{e2}"), false);
                });
            }
            5 if s.mutable => {
                self.line(&format!("{label}: for {e} in {name}.iter_mut() {{"));
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.hide(&name);
                    r.add_real(format!("*{e}"), true);
                });
            }
            6 if s.mutable => {
                self.line(&format!("{label}: for ({i}, {e}) in {name}.iter_mut().enumerate() {{"));
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.hide(&name);
                    r.scope.ints.push(IntVar { name: i, mutable: false, within: Vec::new() });
                    r.add_real(format!("*{e}"), true);
                });
            }
            _ => {
                self.line(&format!("{label}: for {e} in {name}.iter().rev() {{"));
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.freeze(&name);
                    r.add_real(format!("*{e}"), false);
                });
            }
        }
        self.line("}");
    }
}
