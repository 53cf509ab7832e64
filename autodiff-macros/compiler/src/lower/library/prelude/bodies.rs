//! The methods, in Rust, with the panics of std. [`BY_TYPE`] and [`BY_VALUE`] are the tables.

/// The methods of slices and vectors, with the panics of std.
const OF_SLICES: &str = r#"
impl Slice {
    fn repeat(&self, n: usize) -> Vec<T> {
        let mut repeated = Vec::new();
        for _ in 0..n {
            repeated.extend_from_slice(&self[..]);
        }
        repeated
    }

    fn starts_with(&self, start: &[T]) -> bool {
        self.len() >= start.len() && (0..start.len()).all(|k| self[k] == start[k])
    }

    fn ends_with(&self, end: &[T]) -> bool {
        self.len() >= end.len()
            && (0..end.len()).all(|k| self[self.len() - end.len() + k] == end[k])
    }

    fn is_sorted_by(&self, is_sorted: impl FnMut(&T, &T) -> bool) -> bool {
        (1..self.len()).all(|k| is_sorted(&self[k - 1], &self[k]))
    }

    fn is_sorted_by_key(&self, key: impl FnMut(&T) -> K) -> bool {
        (1..self.len()).all(|k| key(&self[k - 1]) <= key(&self[k]))
    }

    fn rchunks(&self, size: usize) -> Iter<&[T]> {
        assert!(size != 0, "chunk size must be non-zero");
        (0..self.len().div_ceil(size)).map(move |k| {
            let end = self.len() - k * size;
            &self[end.saturating_sub(size)..end]
        })
    }

    fn chunk_by(&self, is_same: impl FnMut(&T, &T) -> bool) -> Iter<&[T]> {
        let mut ranges = Vec::new();
        let mut start = 0;
        for end in 1..self.len() + 1 {
            if end == self.len() || !is_same(&self[end - 1], &self[end]) {
                ranges.push((start, end));
                start = end;
            }
        }
        ranges.into_iter().map(|(start, end)| &self[start..end])
    }

    fn split(&self, is_end: impl FnMut(&T) -> bool) -> Iter<&[T]> {
        let mut ranges = Vec::new();
        let mut start = 0;
        for end in 0..self.len() {
            if is_end(&self[end]) {
                ranges.push((start, end));
                start = end + 1;
            }
        }
        ranges.push((start, self.len()));
        ranges.into_iter().map(|(start, end)| &self[start..end])
    }

    fn split_inclusive(&self, is_end: impl FnMut(&T) -> bool) -> Iter<&[T]> {
        let mut ranges = Vec::new();
        let mut start = 0;
        for k in 0..self.len() {
            if is_end(&self[k]) || k + 1 == self.len() {
                ranges.push((start, k + 1));
                start = k + 1;
            }
        }
        ranges.into_iter().map(|(start, end)| &self[start..end])
    }

    fn fill_with(&mut self, make: impl FnMut() -> T) {
        for k in 0..self.len() {
            self[k] = make();
        }
    }

    fn swap_with_slice(&mut self, other: &mut [T]) {
        assert!(
            self.len() == other.len(),
            "destination and source slices have different lengths"
        );
        let exchanged = self.to_vec();
        self.copy_from_slice(&other[..]);
        other.copy_from_slice(&exchanged);
    }
}
"#;

/// Those of vectors only.
const OF_VECTORS: &str = r#"
impl Vec {
    fn resize_with(&mut self, length: usize, make: impl FnMut() -> T) {
        self.truncate(length);
        for _ in self.len()..length {
            self.push(make());
        }
    }

    fn retain_mut(&mut self, is_retained: impl FnMut(&mut T) -> bool) {
        let mut retained = 0;
        for k in 0..self.len() {
            if is_retained(&mut self[k]) {
                self.swap(retained, k);
                retained += 1;
            }
        }
        self.truncate(retained);
    }

    fn dedup_by_key(&mut self, key: impl FnMut(&mut T) -> K) {
        self.dedup_by(|a, b| key(a) == key(b))
    }

    fn extend_from_within(&mut self, range: Range) {
        self.extend_from_slice(&self[range].to_vec())
    }

    fn clone_from(&mut self, source: &Vec<T>) {
        self.clear();
        self.extend_from_slice(&source[..]);
    }
}
"#;

const OF_OPTIONS: &str = r#"
impl Option {
    fn unzip(self) -> (Option<T>, Option<U>) {
        match self {
            Some((a, b)) => (Some(a), Some(b)),
            None => (None, None),
        }
    }

    fn take_if(&mut self, is_taken: impl FnOnce(&mut T) -> bool) -> Option<T> {
        let matches = match &mut self {
            Some(value) => is_taken(value),
            None => false,
        };
        if matches { self.take() } else { None }
    }

    fn iter(&self) -> Iter<&T> {
        let mut items = Vec::new();
        if let Some(item) = &self {
            items.push(item);
        }
        items.into_iter()
    }

    fn into_iter(self) -> Iter<T> {
        let mut items = Vec::new();
        if let Some(item) = self {
            items.push(item);
        }
        items.drain(..)
    }
}
"#;

/// Those of an `Option` by value.
const OF_OPTION_VALUES: &str = r#"
impl Option {
    fn transpose(self) -> Result<Option<T>, E> {
        match self {
            Some(Ok(content)) => Ok(Some(content)),
            Some(Err(error)) => Err(error),
            None => Ok(None),
        }
    }

    fn unwrap_or(self, value: T) -> T {
        match self { Some(content) => content, None => value }
    }

    fn unwrap_or_else(self, make: impl FnOnce() -> T) -> T {
        match self { Some(content) => content, None => make() }
    }

    fn map(self, f: impl FnOnce(T) -> U) -> Option<U> {
        match self { Some(content) => Some(f(content)), None => None }
    }

    fn map_or(self, value: U, f: impl FnOnce(T) -> U) -> U {
        match self { Some(content) => f(content), None => value }
    }

    fn map_or_else(self, make: impl FnOnce() -> U, f: impl FnOnce(T) -> U) -> U {
        match self { Some(content) => f(content), None => make() }
    }

    fn is_some_and(self, is_accepted: impl FnOnce(T) -> bool) -> bool {
        match self { Some(content) => is_accepted(content), None => false }
    }

    fn is_none_or(self, is_accepted: impl FnOnce(T) -> bool) -> bool {
        match self { Some(content) => is_accepted(content), None => true }
    }

    fn and_then(self, f: impl FnOnce(T) -> Option<U>) -> Option<U> {
        match self { Some(content) => f(content), None => None }
    }

    fn and(self, other: Option<U>) -> Option<U> {
        match self { Some(_) => other, None => None }
    }

    fn or(self, other: Option<T>) -> Option<T> {
        match self { Some(content) => Some(content), None => other }
    }

    fn or_else(self, make: impl FnOnce() -> Option<T>) -> Option<T> {
        match self { Some(content) => Some(content), None => make() }
    }

    fn xor(self, other: Option<T>) -> Option<T> {
        match self {
            Some(content) => match other { Some(_) => None, None => Some(content) },
            None => other,
        }
    }

    fn zip(self, other: Option<U>) -> Option<(T, U)> {
        match (self, other) { (Some(a), Some(b)) => Some((a, b)), _ => None }
    }

    fn flatten(self) -> Option<T> {
        match self { Some(content) => content, None => None }
    }

    fn inspect(self, f: impl FnOnce(&T)) -> Option<T> {
        if let Some(content) = &self {
            f(content);
        }
        self
    }
}
"#;

const OF_RESULT_VALUES: &str = r#"
impl Result {
    fn transpose(self) -> Option<Result<T, E>> {
        match self {
            Ok(Some(content)) => Some(Ok(content)),
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        }
    }

    fn unwrap_or_else(self, f: impl FnOnce(E) -> T) -> T {
        match self { Ok(content) => content, Err(error) => f(error) }
    }

    fn map_or_else(self, make: impl FnOnce(E) -> U, f: impl FnOnce(T) -> U) -> U {
        match self { Ok(content) => f(content), Err(error) => make(error) }
    }

    fn is_ok_and(self, is_accepted: impl FnOnce(T) -> bool) -> bool {
        match self { Ok(content) => is_accepted(content), Err(_) => false }
    }

    fn is_err_and(self, is_accepted: impl FnOnce(E) -> bool) -> bool {
        match self { Ok(_) => false, Err(error) => is_accepted(error) }
    }

    fn and_then(self, f: impl FnOnce(T) -> Result<U, E>) -> Result<U, E> {
        match self { Ok(content) => f(content), Err(error) => Err(error) }
    }

    fn and(self, other: Result<U, E>) -> Result<U, E> {
        match self { Ok(_) => other, Err(error) => Err(error) }
    }

    fn or(self, other: Result<T, F>) -> Result<T, F> {
        match self { Ok(content) => Ok(content), Err(_) => other }
    }

    fn or_else(self, f: impl FnOnce(E) -> Result<T, F>) -> Result<T, F> {
        match self { Ok(content) => Ok(content), Err(error) => f(error) }
    }

    fn flatten(self) -> Result<T, E> {
        match self { Ok(content) => content, Err(error) => Err(error) }
    }

    fn inspect(self, f: impl FnOnce(&T)) -> Result<T, E> {
        if let Ok(content) = &self {
            f(content);
        }
        self
    }

    fn inspect_err(self, f: impl FnOnce(&E)) -> Result<T, E> {
        if let Err(error) = &self {
            f(error);
        }
        self
    }
}
"#;

/// Those of sequences in any place.
const OF_PLACES: &str = r#"
impl Slice {
    fn fill(&mut self, value: T) {
        for k in 0..self.len() {
            self[k] = value.clone();
        }
    }

    fn reverse(&mut self) {
        let length = self.len();
        for k in 0..length / 2 {
            self.swap(k, length - 1 - k);
        }
    }

    fn copy_from_slice(&mut self, source: &[T]) {
        let (length, of_source) = (self.len(), source.len());
        assert!(
            length == of_source,
            "copy_from_slice: source slice length ({}) does not match destination slice length \
             ({})",
            of_source,
            length
        );
        for (k, item) in source.iter().enumerate() {
            self[k] = *item;
        }
    }

    fn clone_from_slice(&mut self, source: &[T]) {
        let (length, of_source) = (self.len(), source.len());
        assert!(length == of_source, "destination and source slices have different lengths");
        for (k, item) in source.iter().enumerate() {
            self[k] = item.clone();
        }
    }

    fn copy_within(&mut self, range: Range, to: usize) {
        let copied = self[range].to_vec();
        assert!(to <= self.len() - copied.len(), "dest is out of bounds");
        for k in 0..copied.len() {
            self[to + k] = copied[k];
        }
    }

    fn insert(&mut self, index: usize, value: T) {
        let length = self.len();
        assert!(
            index <= length,
            "insertion index (is {}) should be <= len (is {})",
            index,
            length
        );
        self.push(value);
        for k in (index..length).rev() {
            self.swap(k, k + 1);
        }
    }

    fn remove(&mut self, index: usize) -> T {
        let length = self.len();
        assert!(index < length, "removal index (is {}) should be < len (is {})", index, length);
        for k in index..length - 1 {
            self.swap(k, k + 1);
        }
        self.pop().unwrap()
    }

    fn swap_remove(&mut self, index: usize) -> T {
        let length = self.len();
        assert!(
            index < length,
            "swap_remove index (is {}) should be < len (is {})",
            index,
            length
        );
        self.swap(index, length - 1);
        self.pop().unwrap()
    }

    fn resize(&mut self, length: usize, value: T) {
        self.truncate(length);
        for _ in self.len()..length {
            self.push(value.clone());
        }
    }

    fn append(&mut self, other: &mut Vec<T>) {
        self.extend(core::mem::take(other));
    }

    fn dedup(&mut self) {
        self.dedup_by(|a, b| *a == *b)
    }

    fn dedup_by(&mut self, is_same: impl FnMut(&mut T, &mut T) -> bool) {
        let items = core::mem::take(self);
        for k in 0..items.len() {
            let mut item = items[k];
            let retained = self.len();
            if retained == 0 || !is_same(&mut item, &mut self[retained - 1]) {
                self.push(item);
            }
        }
    }
}
"#;

const OF_DEQUE_PLACES: &str = r#"
impl VecDeque {
    fn insert(&mut self, index: usize, value: T) {
        let length = self.len();
        assert!(index <= length, "index out of bounds");
        self.push_back(value);
        for k in (index..length).rev() {
            self.swap(k, k + 1);
        }
    }

    fn remove(&mut self, index: usize) -> Option<T> {
        let length = self.len();
        if index < length {
            for k in index..length - 1 {
                self.swap(k, k + 1);
            }
            Some(self.pop_back().unwrap())
        } else {
            None
        }
    }

    fn resize(&mut self, length: usize, value: T) {
        self.truncate(length);
        for _ in self.len()..length {
            self.push_back(value.clone());
        }
    }
}
"#;

/// Those of iterators whose functions have no effects: the items need not be drawn in turn.
const OF_ITERATORS: &str = r#"
impl Iter {
    fn eq(self, other: I) -> bool {
        self.collect::<Vec<_>>() == other.into_iter().collect::<Vec<_>>()
    }

    fn ne(self, other: I) -> bool {
        self.collect::<Vec<_>>() != other.into_iter().collect::<Vec<_>>()
    }

    fn lt(self, other: I) -> bool {
        self.collect::<Vec<_>>() < other.into_iter().collect::<Vec<_>>()
    }

    fn le(self, other: I) -> bool {
        self.collect::<Vec<_>>() <= other.into_iter().collect::<Vec<_>>()
    }

    fn gt(self, other: I) -> bool {
        self.collect::<Vec<_>>() > other.into_iter().collect::<Vec<_>>()
    }

    fn ge(self, other: I) -> bool {
        self.collect::<Vec<_>>() >= other.into_iter().collect::<Vec<_>>()
    }

    fn partial_cmp(self, other: I) -> Option<Ordering> {
        self.collect::<Vec<_>>().partial_cmp(&other.into_iter().collect::<Vec<_>>())
    }

    fn cmp(self, other: I) -> Ordering {
        self.collect::<Vec<_>>().cmp(&other.into_iter().collect::<Vec<_>>())
    }
}
"#;

/// Methods that inference finds by the type of the receiver: sequences and text have others of the
/// same names.
pub const BY_TYPE: &[(&str, &str)] =
    &[("Slice", OF_SLICES), ("Vec", OF_VECTORS), ("Option", OF_OPTIONS)];

/// Methods that lowering finds by the value of the receiver.
pub const BY_VALUE: &[(&str, &str)] = &[
    ("Option", OF_OPTION_VALUES),
    ("Result", OF_RESULT_VALUES),
    ("VecDeque", OF_DEQUE_PLACES),
    ("Slice", OF_PLACES),
    ("Iter", OF_ITERATORS),
];
